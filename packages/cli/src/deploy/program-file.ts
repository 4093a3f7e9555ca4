import { readFileSync } from 'node:fs';
import { UsageError } from '@tote/chain/lib/usage-error';

const COMMITTED = new URL('../../../../program/tote.so', import.meta.url);
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

export function readProgramFile(path?: string): Uint8Array {
  let code: Uint8Array;
  try {
    code = new Uint8Array(readFileSync(path ?? COMMITTED));
  } catch (error) {
    throw new UsageError(`--file: ${(error as Error).message}`);
  }
  if (Buffer.compare(code.subarray(0, ELF.length), ELF) === 0) return code;
  throw new UsageError(`${path ?? 'program/tote.so'} is not a program.`);
}
