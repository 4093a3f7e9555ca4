// Remembers a transaction on disk before it is sent, so that the process after a killed one sends
// the same bytes instead of a second transaction. Used for steps that must happen once: creating
// and closing accounts, paying, deploying.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import { type LandedTransaction, TransactionFailed } from '@tote/chain/landed';
import type { Landing, SignedTransaction } from '@tote/chain/landing';
import { flushFolder, replacePrivateFile } from '@tote/chain/lib/private-files';
import { UsageError } from '@tote/chain/lib/usage-error';

const SIGNED_AGAIN_MAX = 5;

interface Stored {
  readonly genesisHash: string;
  readonly signature: string;
  readonly wire: string;
  readonly lastValidBlockHeight: string;
}

type SendingChain = Pick<Chain, 'genesisHash' | 'sign' | 'lander'>;

export class SentFile {
  readonly #file: string;
  readonly #chain: SendingChain;

  constructor(file: string, chain: SendingChain) {
    this.#file = file;
    this.#chain = chain;
  }

  get isPending(): boolean {
    return existsSync(this.#file);
  }

  async finish(): Promise<void> {
    // A process killed while writing the file has not sent anything.
    rmSync(this.#draft, { force: true });
    if (!this.isPending) return;
    const { genesisHash, ...stored } = this.#read();
    if (genesisHash !== this.#chain.genesisHash) {
      throw new UsageError(
        `${this.#file} has a transaction for another chain (${genesisHash}). Run the same ` +
          'command for that chain first, or delete the file if that chain is gone.',
      );
    }
    await this.#chain.lander.land({
      signature: stored.signature,
      wire: new Uint8Array(Buffer.from(stored.wire, 'base64')),
      lastValidBlockHeight: BigInt(stored.lastValidBlockHeight),
      mayHaveBeenSent: true,
    });
    this.#forget();
  }

  async send(
    instructions: readonly Instruction[],
    keys: readonly [Key, ...Key[]],
  ): Promise<LandedTransaction> {
    await this.finish();
    for (let signed = 1; ; signed += 1) {
      const landing = await this.#land(await this.#chain.sign(instructions, keys));
      if (landing.kind === 'refused') throw new TransactionFailed(landing.failure);
      if (landing.kind === 'landed') {
        if (landing.landed.error) throw new TransactionFailed(landing.landed.error);
        return landing.landed;
      }
      if (signed >= SIGNED_AGAIN_MAX)
        throw new Error('The chain does not accept our transactions.');
    }
  }

  async #land(transaction: SignedTransaction): Promise<Landing> {
    this.#write({
      genesisHash: this.#chain.genesisHash,
      signature: transaction.signature,
      wire: Buffer.from(transaction.wire).toString('base64'),
      lastValidBlockHeight: String(transaction.lastValidBlockHeight),
    });
    const landing = await this.#chain.lander.land(transaction);
    this.#forget();
    return landing;
  }

  get #draft(): string {
    return `${this.#file}.new`;
  }

  #read(): Stored {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Stored;
    } catch {
      throw new UsageError(`${this.#file} is damaged. Wait two minutes, then delete it.`);
    }
  }

  #write(stored: Stored): void {
    replacePrivateFile(this.#file, JSON.stringify(stored));
    flushFolder(dirname(this.#file));
  }

  #forget(): void {
    rmSync(this.#file, { force: true });
  }
}
