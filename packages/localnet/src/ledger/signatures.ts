// Signatures are checked in a thread of their own: it costs ten times as much as executing does,
// and needs nothing of the chain's state.
import { startThread, type Thread } from '../thread.ts';
import type { WireTransaction } from './wire.ts';

export interface SignatureChecker {
  /** Answers in the order of the questions. */
  isSigned(transaction: WireTransaction): Promise<boolean>;
  close(): Promise<void>;
}

const HEAD_BYTES = 5;

/** Packs transactions into one piece of bytes, which moves to the thread without being copied. */
export function packTransactions(transactions: readonly WireTransaction[]): Uint8Array {
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

interface Waiting {
  resolve: (isSigned: boolean) => void;
  reject: (error: Error) => void;
}

export class ThreadedChecker implements SignatureChecker {
  readonly #thread: Thread;
  readonly #asked: Waiting[] = [];
  #questions: WireTransaction[] = [];

  private constructor(thread: Thread) {
    this.#thread = thread;
    thread.onMessage((answers) => this.#receive(answers as boolean[]));
    thread.onEnd((error) => {
      for (const { reject } of this.#asked.splice(0)) reject(error);
    });
  }

  static async start(): Promise<ThreadedChecker> {
    const module = new URL('./signature-thread.ts', import.meta.url);
    return new ThreadedChecker(await startThread(module, {}));
  }

  isSigned(transaction: WireTransaction): Promise<boolean> {
    // What is asked in one turn goes together: each journey costs more than what it carries.
    if (this.#questions.push(transaction) === 1) setImmediate(() => this.#ask());
    return new Promise((resolve, reject) => this.#asked.push({ resolve, reject }));
  }

  #ask(): void {
    const packed = packTransactions(this.#questions);
    this.#questions = [];
    this.#thread.send(packed, [packed.buffer as ArrayBuffer]);
  }

  #receive(answers: readonly boolean[]): void {
    for (const answer of answers) this.#asked.shift()?.resolve(answer);
  }

  close(): Promise<void> {
    return this.#thread.end();
  }
}
