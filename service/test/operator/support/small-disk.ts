// A small file system in memory that a test fills up. Needs permission to mount one.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 1_048_576;
const SIZE_MIB = 384;

export class SmallDisk {
  readonly dir = mkdtempSync(join(tmpdir(), 'tote-small-disk-'));
  isMounted = false;

  /** A folder of the ordinary disk if nothing may be mounted. */
  static mount(): SmallDisk {
    const disk = new SmallDisk();
    try {
      const options = ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m,mode=0755`, 'tmpfs', disk.dir];
      execFileSync('mount', options, { stdio: 'ignore' });
      disk.isMounted = true;
    } catch {
      // PostgreSQL may run as another user.
      chmodSync(disk.dir, 0o755);
    }
    return disk;
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.dir);
    let left = bavail * bsize;
    while (left > 0) {
      try {
        const bytes = Math.min(left, MIB);
        writeFileSync(this.#ballast, Buffer.alloc(bytes), { flag: 'a' });
        left -= bytes;
      } catch {
        return;
      }
    }
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    if (this.isMounted) execFileSync('umount', ['-l', this.dir]);
    rmSync(this.dir, { recursive: true, force: true });
  }

  get #ballast(): string {
    return join(this.dir, 'ballast');
  }
}
