// Times the steps of a story and counts the transactions of the program in each.
import type { Chain } from '@tote/chain/chain';
import { listSignatures } from '@tote/chain/history/list-signatures';

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly transactions: number;
  readonly checked: string;
}

export class Steps {
  readonly #steps: Step[] = [];
  #last: string | undefined;

  /** `run` gives a sentence about what was checked. */
  async step(
    name: string,
    { rpc, programAddress }: Pick<Chain, 'rpc' | 'programAddress'>,
    run: () => Promise<string>,
  ): Promise<void> {
    const began = performance.now();
    const checked = await run();
    const seconds = (performance.now() - began) / 1_000;
    const listed = await listSignatures(rpc, programAddress, this.#last);
    this.#last = listed.at(-1)?.signature ?? this.#last;
    this.#steps.push({ name, seconds, transactions: listed.length, checked });
  }

  print(title: string): void {
    const rows = this.#steps.map(({ name, seconds, transactions, checked }) => [
      name,
      seconds.toFixed(1),
      String(transactions),
      checked,
    ]);
    const head = ['step', 'seconds', 'transactions', 'checked'];
    const widths = head.map((_, at) =>
      Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
    );
    const line = (row: readonly string[]) =>
      `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
    const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
    console.log(`\n${title}\n\n${[line(head), rule, ...rows.map(line)].join('\n')}\n`);
  }
}
