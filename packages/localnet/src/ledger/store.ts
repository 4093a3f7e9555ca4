import { FileLock } from '@tote/chain/lib/file-lock';
import { ensurePrivateDatabase } from '@tote/chain/lib/private-files';
import { startThread, type Thread } from '../thread.ts';
import { Archive, type Group, type PackedGroup, packGroup } from './archive.ts';
import type { ClockState } from './chain-clock.ts';
import type { Pruning } from './prune.ts';

export interface Store {
  readonly archive: Archive;
  /** Resolves when the group is on disk. If it rejects, no part of the group is on disk. */
  commit(group: Group): Promise<void>;
  saveClock(clock: ClockState): Promise<void>;
  setMeta(values: Record<string, string>): Promise<void>;
  prune(pruning: Pruning): Promise<void>;
  onIndexed: (group: bigint) => void;
  close(): Promise<void>;
}

/** Larger buffers are moved to the thread instead of copied. */
const COPIED_MAX = 16 * 1024;

/** Keeps everything in memory: for tests. */
export class MemoryStore implements Store {
  readonly archive = new Archive(':memory:');
  onIndexed: (group: bigint) => void = () => {};

  async commit(group: Group): Promise<void> {
    this.archive.append(packGroup(group));
    this.archive.indexNext();
    this.onIndexed(group.id);
  }

  async saveClock(clock: ClockState): Promise<void> {
    this.archive.saveClock(clock);
  }

  async setMeta(values: Record<string, string>): Promise<void> {
    this.archive.setMeta(values);
  }

  async prune(pruning: Pruning): Promise<void> {
    while (this.archive.pruneNext(pruning));
  }

  async close(): Promise<void> {
    this.archive.close();
  }
}

interface Pending {
  resolve: () => void;
  reject: (error: Error) => void;
}

type StoreWork =
  | { kind: 'commit'; group: PackedGroup }
  | { kind: 'clock'; clock: ClockState }
  | { kind: 'meta'; values: Record<string, string> }
  | { kind: 'prune'; pruning: Pruning }
  | { kind: 'close' };

export type StoreRequest = StoreWork & { id: number };

export type StoreReply = { id: number; error?: string } | { indexed: bigint };

export class FileStore implements Store {
  readonly archive: Archive;
  onIndexed: (group: bigint) => void = () => {};
  readonly #thread: Thread;
  readonly #lock: FileLock;
  readonly #pending = new Map<number, Pending>();
  #nextId = 0;

  private constructor(archive: Archive, thread: Thread, lock: FileLock) {
    this.archive = archive;
    this.#thread = thread;
    this.#lock = lock;
    thread.onMessage((message) => this.#receive(message as StoreReply));
    thread.onEnd((error) => this.#failAll(error));
  }

  static async open(file: string, keepsSandbox: boolean): Promise<FileStore> {
    const lock = FileLock.take(`${file}.lock`, 'ledger');
    try {
      ensurePrivateDatabase(file);
      const url = new URL('./store-thread.ts', import.meta.url);
      const thread = await startThread(url, { file, keepsSandbox });
      return new FileStore(new Archive(file, { isReader: true }), thread, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  commit(group: Group): Promise<void> {
    const packed = packGroup(group);
    const large = [packed.records, packed.accounts].filter(({ length }) => length > COPIED_MAX);
    const moved = large.map(({ buffer }) => buffer as ArrayBuffer);
    return this.#request({ kind: 'commit', group: packed }, moved);
  }

  saveClock(clock: ClockState): Promise<void> {
    return this.#request({ kind: 'clock', clock });
  }

  setMeta(values: Record<string, string>): Promise<void> {
    return this.#request({ kind: 'meta', values });
  }

  prune(pruning: Pruning): Promise<void> {
    return this.#request({ kind: 'prune', pruning });
  }

  async close(): Promise<void> {
    await this.#request({ kind: 'close' });
    this.archive.close();
    await this.#thread.end();
    this.#lock.release();
  }

  #request(work: StoreWork, moved?: readonly ArrayBuffer[]): Promise<void> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#thread.send({ ...work, id }, moved);
    });
  }

  #receive(message: StoreReply): void {
    if ('indexed' in message) {
      this.onIndexed(message.indexed);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error === undefined) pending?.resolve();
    else pending?.reject(new Error(message.error));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
