import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Less may not hold the next pages of database and ledger, which grow by pieces of this size. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;
const PROBE = '.disk-probe';
const PROBE_BYTES = Buffer.alloc(4_096, 1);

export async function measureDisk(dir: string) {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Why nothing can be written there, or null. Anybody may read it, so it names no path. */
export async function checkDisk(dir: string): Promise<string | null> {
  try {
    const { freeBytes } = await measureDisk(dir);
    if (freeBytes < FREE_BYTES_MIN) {
      const [free, least] = [freeBytes, FREE_BYTES_MIN].map((bytes) => Math.floor(bytes / 2 ** 20));
      return `The data folder's disk has ${free} MiB left, less than ${least}. Free some space.`;
    }
    // A file system that became read-only or has no inodes left shows only when it is written.
    await writeProbe(join(dir, PROBE));
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `Nothing can be written to the data folder (${code}).`;
  }
}

async function writeProbe(file: string): Promise<void> {
  const probe = await open(file, 'w', 0o600);
  try {
    await probe.write(PROBE_BYTES);
  } finally {
    await probe.close();
    await rm(file, { force: true });
  }
}

export async function measureFiles(dir: string, prefix = '') {
  let [bytes, walBytes] = [0, 0];
  for (const name of await readdir(dir)) {
    if (!name.startsWith(prefix)) continue;
    const found = await stat(join(dir, name)).catch(() => undefined);
    if (!found?.isFile()) continue;
    if (name.endsWith('-wal')) walBytes += found.size;
    else bytes += found.size;
  }
  return { bytes, walBytes };
}
