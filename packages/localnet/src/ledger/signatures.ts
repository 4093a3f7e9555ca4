// Checking a signature costs five times as much as executing does, and needs nothing of the chain's
// state: a thread of its own does most of it.
import { startThread, type Thread } from '../thread.ts';
import { SignatureVm } from './vm.ts';
import type { WireTransaction } from './wire.ts';

export interface SignatureChecker {
  /** Answers in the order of the questions. */
  isSigned(transaction: WireTransaction): Promise<boolean>;
  close(): Promise<void>;
}

/** How many the thread is sent and answers at once. */
export const LOT = 8;
/** How many it has at most: it must not run out of them while the caller's thread is busy. */
const SENT_MAX = 24;
const HEAD_BYTES = 5;

/** Packs transactions into one piece of bytes, which is copied faster than many. */
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

interface Question {
  transaction: WireTransaction;
  answer?: boolean;
  resolve: (isSigned: boolean) => void;
  reject: (error: Error) => void;
}

/**
 * Shares the work between a thread and the caller's: the thread has enough to do at any time, and
 * whatever it has not begun is checked here as long as nothing else is to be done. Otherwise a
 * processor would be idle while signatures wait.
 */
export class ThreadedChecker implements SignatureChecker {
  readonly #thread: Thread;
  readonly #vm = new SignatureVm();
  /** All that wait for their answer, in the order in which they came. */
  readonly #questions: Question[] = [];
  /** Those that nobody has begun. */
  readonly #open: Question[] = [];
  /** Those that the thread has. */
  readonly #sent: Question[] = [];
  #isScheduled = false;
  #ended: Error | undefined;

  private constructor(thread: Thread) {
    this.#thread = thread;
    thread.onMessage((answers) => this.#receive(answers as boolean[]));
    thread.onEnd((error) => this.#end(error));
  }

  static async start(): Promise<ThreadedChecker> {
    const module = new URL('./signature-thread.ts', import.meta.url);
    return new ThreadedChecker(await startThread(module, {}));
  }

  isSigned(transaction: WireTransaction): Promise<boolean> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const question = { transaction, resolve, reject };
      this.#questions.push(question);
      this.#open.push(question);
      this.#schedule();
    });
  }

  /** After this turn, so that what is asked in one turn goes together. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#work());
  }

  #work(): void {
    this.#isScheduled = false;
    const room = SENT_MAX - this.#sent.length;
    if (room >= Math.min(LOT, this.#open.length)) this.#send(this.#open.splice(0, room));
    const question = this.#open.shift();
    if (!question) return;
    const { bytes, version } = question.transaction;
    question.answer = this.#vm.isSigned(bytes, version === 'legacy');
    this.#answer();
    // One at a time: what arrives in the meantime goes first.
    if (this.#open.length > 0) this.#schedule();
  }

  #send(questions: Question[]): void {
    if (questions.length === 0) return;
    const packed = packTransactions(questions.map(({ transaction }) => transaction));
    this.#sent.push(...questions);
    this.#thread.send(packed);
  }

  #receive(answers: readonly boolean[]): void {
    for (const [i, question] of this.#sent.splice(0, answers.length).entries()) {
      question.answer = answers[i];
    }
    this.#answer();
    if (this.#open.length > 0) this.#schedule();
  }

  #answer(): void {
    const waiting = this.#questions.findIndex(({ answer }) => answer === undefined);
    const answered = this.#questions.splice(0, waiting < 0 ? this.#questions.length : waiting);
    for (const { resolve, answer } of answered) resolve(answer === true);
  }

  #end(error: Error): void {
    this.#ended = error;
    this.#open.length = 0;
    this.#sent.length = 0;
    for (const { reject } of this.#questions.splice(0)) reject(error);
  }

  async close(): Promise<void> {
    await this.#thread.end();
    this.#end(new Error('the ledger is closed'));
  }
}
