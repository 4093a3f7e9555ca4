import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export const DISK_MIB = 8;

/** A disk in memory that is soon full, for one test file; undefined without the right to mount. */
export function mountSmallDisk(): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'tote-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    console.log('the full-disk test is skipped: no permission to mount a small disk');
    return undefined;
  }
  afterAll(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  return disk;
}
