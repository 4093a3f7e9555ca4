import { existsSync } from 'node:fs';
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';

export interface DeployRequest {
  /** Its `programAddress` is that of `programKey`. */
  readonly chain: Chain;
  /** Pays fees and rent, and gets the buffer's rent back. */
  readonly payer: Key;
  readonly authority: Key;
  readonly programKey: Key;
  /** Where the files of an unfinished deployment are, without their endings. */
  readonly files: string;
  /** The program file. */
  readonly code: Uint8Array;
  /** Who may replace the program afterwards; null: nobody. Undefined: as it is. */
  readonly nextAuthority?: Address | null;
}

export const bufferFile = ({ files }: Pick<DeployRequest, 'files'>) => `${files}.buffer.json`;
export const sentFile = ({ files }: Pick<DeployRequest, 'files'>) => `${files}.sent.json`;

/** Whether an earlier call left something. */
export const isUnfinished = (request: Pick<DeployRequest, 'files'>) =>
  existsSync(bufferFile(request)) || existsSync(sentFile(request));
