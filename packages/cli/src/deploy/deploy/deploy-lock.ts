import { rmSync } from 'node:fs';
import { FileLock } from '@tote/chain/lib/file-lock';
import type { DeployRequest } from './deploy-request.ts';

export async function withDeployLock<T>(
  { files }: Pick<DeployRequest, 'files'>,
  work: () => Promise<T>,
): Promise<T> {
  const file = `${files}.lock`;
  const lock = FileLock.take(file, 'deployment');
  try {
    return await work();
  } finally {
    // Deleted while the lock is held, so nobody else can have it. A killed process leaves the file.
    rmSync(file, { force: true });
    lock.release();
  }
}
