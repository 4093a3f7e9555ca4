import { existsSync, rmSync } from 'node:fs';
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import { FileLock } from '@tote/chain/lib/file-lock';

export interface DeployRequest {
  readonly chain: Chain;
  /** Pays fees and rent, and gets the buffer's rent back. */
  readonly payer: Key;
  readonly authority: Key;
  readonly programKey: Key;
  readonly files: string;
  readonly code: Uint8Array;
  readonly nextAuthority?: Address | null;
}

export const bufferFile = ({ files }: Pick<DeployRequest, 'files'>) => `${files}.buffer.json`;
export const sentFile = ({ files }: Pick<DeployRequest, 'files'>) => `${files}.sent.json`;

export const isUnfinished = (request: Pick<DeployRequest, 'files'>) =>
  existsSync(bufferFile(request)) || existsSync(sentFile(request));

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
