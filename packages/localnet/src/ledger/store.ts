// Where groups of records go: to a thread of their own that writes them to disk, or to memory.

import { FileLock } from '@tote/lib/file-lock';
import { startThread, type Thread } from '../thread.ts';
import { Archive, type Group, type PackedGroup, packGroup } from './archive.ts';
import type { ClockState } from './chain-clock.ts';

export interface Store {
  /** Answers questions about what was filed. */
  readonly archive: Archive;
  /** Resolves when the group is on disk. Rejects when it is not, and then none of it is. */
  commit(group: Group): Promise<void>;
  saveClock(clock: ClockState): Promise<void>;
  setMeta(values: Record<string, string>): Promise<void>;
  /** Called with the last group that the archive can answer for. */
  onFiled: (group: bigint) => void;
  close(): Promise<void>;
}

/** Keeps everything in memory: for tests. */
export class MemoryStore implements Store {
  readonly archive = new Archive(':memory:');
  onFiled: (group: bigint) => void = () => {};

  async commit(group: Group): Promise<void> {
    this.archive.append(packGroup(group));
    this.archive.file();
    this.onFiled(group.id);
  }

  async saveClock(clock: ClockState): Promise<void> {
    this.archive.saveClock(clock);
  }

  async setMeta(values: Record<string, string>): Promise<void> {
    this.archive.setMeta(values);
  }

  async close(): Promise<void> {
    this.archive.close();
  }
}

/** A write that another thread does, and what becomes of it. */
interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

export type StoreRequest =
  | { id: number; kind: 'commit'; group: PackedGroup }
  | { id: number; kind: 'clock'; clock: ClockState }
  | { id: number; kind: 'meta'; values: Record<string, string> }
  | { id: number; kind: 'close' };

export type StoreReply = { id: number; error?: string } | { filed: bigint };

/** Writes to a file. Reading happens here, on a connection of its own. */
export class FileStore implements Store {
  readonly archive: Archive;
  onFiled: (group: bigint) => void = () => {};
  readonly #thread: Thread;
  readonly #lock: FileLock;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;

  private constructor(archive: Archive, thread: Thread, lock: FileLock) {
    this.archive = archive;
    this.#thread = thread;
    this.#lock = lock;
    thread.onMessage((message) => this.#receive(message as StoreReply));
    thread.onEnd((error) => this.#failAll(error));
  }

  static async open(file: string): Promise<FileStore> {
    const lock = FileLock.take(`${file}.lock`, 'ledger');
    try {
      const thread = await startThread(new URL('./store-thread.ts', import.meta.url), { file });
      return new FileStore(new Archive(file, { isReader: true }), thread, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  commit(group: Group): Promise<void> {
    return this.#ask((id) => ({ id, kind: 'commit', group: packGroup(group) }));
  }

  saveClock(clock: ClockState): Promise<void> {
    return this.#ask((id) => ({ id, kind: 'clock', clock }));
  }

  setMeta(values: Record<string, string>): Promise<void> {
    return this.#ask((id) => ({ id, kind: 'meta', values }));
  }

  async close(): Promise<void> {
    await this.#ask((id) => ({ id, kind: 'close' }));
    this.archive.close();
    await this.#thread.end();
    this.#lock.release();
  }

  #ask(build: (id: number) => StoreRequest): Promise<void> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.send(build(id));
    });
  }

  #receive(message: StoreReply): void {
    if ('filed' in message) {
      this.onFiled(message.filed);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve();
    else waiting?.reject(new Error(message.error));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
