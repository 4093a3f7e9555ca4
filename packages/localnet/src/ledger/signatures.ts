// Checks signatures. A check costs as much as executing or more, and needs nothing of the chain's
// state, so a worker thread takes a part when many are waiting.
import { startThread, type Thread } from '../thread.ts';
import { SignatureVm } from './vm.ts';
import type { WireTransaction } from './wire.ts';

export interface SignatureChecker {
  isSigned(transaction: WireTransaction): Promise<boolean>;
  close(): Promise<void>;
}

export const BATCH_SIZE = 8;
/** Limit of checks sent ahead, so that the thread has work while the caller's thread is busy. */
const SENT_MAX = 24;
/** A message to the thread and its reply cost as much as a check, so fewer are not sent. */
const SENT_MIN = 4;
const CHECKED_AT_ONCE = 4;
const HEAD_BYTES = 5;

/** Packs transactions into one byte array, which is copied faster than many. */
function packTransactions(transactions: readonly WireTransaction[]): Uint8Array {
  let size = 0;
  for (const { bytes } of transactions) size += HEAD_BYTES + bytes.length;
  const packed = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const { bytes, version } of transactions) {
    at = packed.writeUInt32LE(bytes.length, at);
    at = packed.writeUInt8(version === 'legacy' ? 1 : 0, at);
    packed.set(bytes, at);
    at += bytes.length;
  }
  return packed;
}

export function* unpackTransactions(bytes: Uint8Array): Iterable<[Uint8Array, boolean]> {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at < packed.length) {
    const start = at + HEAD_BYTES;
    const end = start + packed.readUInt32LE(at);
    yield [packed.subarray(start, end), packed[at + 4] === 1];
    at = end;
  }
}

interface SignatureCheck {
  transaction: WireTransaction;
  answer?: boolean;
  resolve: (isSigned: boolean) => void;
  reject: (error: Error) => void;
}

/**
 * Checks in the caller's thread. When many checks are waiting, about half of them are sent to a
 * worker thread, which is started the first time. Otherwise one core would be idle.
 */
export class SharedChecker implements SignatureChecker {
  readonly #vm = new SignatureVm();
  readonly #checks: SignatureCheck[] = [];
  readonly #queued: SignatureCheck[] = [];
  readonly #sent: SignatureCheck[] = [];
  #thread: Thread | undefined;
  #starting: Promise<void> | undefined;
  #isScheduled = false;
  #ended: Error | undefined;

  isSigned(transaction: WireTransaction): Promise<boolean> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const check = { transaction, resolve, reject };
      this.#checks.push(check);
      this.#queued.push(check);
      this.#schedule();
    });
  }

  /** Runs after this turn, so that the checks of one turn are sent together. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#work());
  }

  #work(): void {
    this.#isScheduled = false;
    const count = Math.min(SENT_MAX - this.#sent.length, this.#queued.length >> 1);
    if (count >= SENT_MIN) this.#share(count);
    for (const check of this.#queued.splice(0, CHECKED_AT_ONCE)) {
      const { bytes, version } = check.transaction;
      check.answer = this.#vm.isSigned(bytes, version === 'legacy');
    }
    this.#answer();
    if (this.#queued.length > 0) this.#schedule();
  }

  #share(count: number): void {
    if (this.#thread) this.#send(this.#queued.splice(0, count));
    else this.#starting ??= this.#start();
  }

  /** Until the thread runs, and if it cannot start, everything is checked here. */
  async #start(): Promise<void> {
    const module = new URL('./signature-thread.ts', import.meta.url);
    const thread = await startThread(module, {}).catch(() => undefined);
    if (!thread) return;
    thread.onMessage((answers) => this.#receive(answers as boolean[]));
    thread.onEnd((error) => this.#end(error));
    this.#thread = thread;
  }

  #send(checks: SignatureCheck[]): void {
    const packed = packTransactions(checks.map(({ transaction }) => transaction));
    this.#sent.push(...checks);
    this.#thread?.send(packed);
  }

  #receive(answers: readonly boolean[]): void {
    for (const [i, check] of this.#sent.splice(0, answers.length).entries()) {
      check.answer = answers[i];
    }
    this.#answer();
    if (this.#queued.length > 0) this.#schedule();
  }

  #answer(): void {
    const firstPending = this.#checks.findIndex(({ answer }) => answer === undefined);
    const done = this.#checks.splice(0, firstPending < 0 ? this.#checks.length : firstPending);
    for (const { resolve, answer } of done) resolve(answer === true);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#queued.length = 0;
    this.#sent.length = 0;
    for (const { reject } of this.#checks.splice(0)) reject(error);
  }

  async close(): Promise<void> {
    this.#end(new Error('the ledger is closed'));
    await this.#starting;
    await this.#thread?.end();
  }
}
