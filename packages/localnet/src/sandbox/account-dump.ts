import { invalidParams } from '../rpc/rpc-error.ts';
import type { SandboxAccount } from './commands.ts';

interface AccountDump {
  pubkey: string;
  account: {
    lamports: number | bigint;
    data: readonly [string, string];
    owner: string;
    executable: boolean;
  };
}

const DATA_TEXT_MAX = 16 * 1024 * 1024;

export function readDumps(value: unknown): SandboxAccount[] {
  const dumps = Array.isArray(value) ? value : [value];
  return dumps.map((dump, index) => {
    try {
      return readDump(dump as Partial<AccountDump>);
    } catch (error) {
      throw invalidParams(`Invalid account dump ${index}: ${(error as Error).message}`);
    }
  });
}

function readDump({ pubkey, account }: Partial<AccountDump>): SandboxAccount {
  if (typeof pubkey !== 'string' || typeof account !== 'object' || account === null) {
    throw new Error('it has no `pubkey` and `account`');
  }
  const { lamports, data, owner, executable } = account;
  if (typeof owner !== 'string') throw new Error('it has no `owner`');
  return {
    address: pubkey,
    lamports: toLamports(lamports),
    owner,
    data: readData(data),
    executable: executable === true,
  };
}

function toLamports(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  throw new Error('its `lamports` are not a whole number');
}

function readData(data: unknown): Uint8Array {
  const [text, encoding] = Array.isArray(data) ? data : [data, 'base64'];
  if (typeof text !== 'string' || text.length > DATA_TEXT_MAX) {
    throw new Error('its `data` is not [text, encoding]');
  }
  if (encoding !== 'base64') throw new Error(`the encoding ${String(encoding)} is not supported`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Error('its `data` is not base64');
  return new Uint8Array(bytes);
}
