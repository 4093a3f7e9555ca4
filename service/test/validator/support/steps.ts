// Times the steps of a story and counts the transactions in each.
import type { Address, Rpc, SolanaRpcApi } from '@solana/kit';
import { listSignatures } from '@tote/chain/history/list-signatures';

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly transactions: number;
  readonly checked: string;
}

/** Whose transactions are counted. */
export interface Counted {
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly address: Address;
}

export class Steps {
  readonly #steps: Step[] = [];
  /** The newest transaction of each address that was counted. */
  readonly #newest = new Map<Address, string>();

  /** `run` gives a sentence about what was checked. */
  async step(name: string, counted: Counted, run: () => Promise<string>): Promise<void> {
    const began = performance.now();
    const checked = await run();
    const seconds = (performance.now() - began) / 1_000;
    this.#steps.push({ name, seconds, transactions: await this.count(counted), checked });
  }

  async count({ rpc, address }: Counted): Promise<number> {
    const listed = await listSignatures(rpc, address, this.#newest.get(address));
    const newest = listed.at(-1);
    if (newest) this.#newest.set(address, newest.signature);
    return listed.length;
  }

  print(title: string): void {
    const rows = this.#steps.map(({ name, seconds, transactions, checked }) => [
      name,
      seconds.toFixed(1),
      String(transactions),
      checked,
    ]);
    const lines = [
      ['step', 'seconds', 'transactions', 'checked'],
      ['---', '---:', '---:', '---'],
    ];
    const table = [...lines, ...rows].map((row) => `| ${row.join(' | ')} |`);
    console.log(`\n${title}\n\n${table.join('\n')}\n`);
  }
}
