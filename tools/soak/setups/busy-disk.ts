// Keeps the disk of a folder busy: writes and syncs as fast as it takes it, so that others wait.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const WRITERS = 4;
const CHUNK = Buffer.alloc(8 << 20, 7);
const CHUNKS_MAX = 8;

export class BusyDisk {
  readonly #writing: Promise<unknown>;
  #isOver = false;

  constructor(dir: string) {
    const files = Array.from({ length: WRITERS }, (_, index) => join(dir, `busy-${index}`));
    this.#writing = Promise.all(files.map((file) => this.#write(file)));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#writing;
  }

  async #write(file: string): Promise<void> {
    const handle = await open(file, 'w');
    try {
      for (let chunk = 0; !this.#isOver; chunk += 1) {
        await handle.write(CHUNK, 0, CHUNK.length, (chunk % CHUNKS_MAX) * CHUNK.length);
        await handle.sync();
      }
    } finally {
      await handle.close();
      await rm(file, { force: true });
    }
  }
}
