// The service that was started in this folder writes its addresses, and on the embedded chain its
// demo wallets, to <data folder>/demo.json.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface LocalService {
  readonly baseUrl: string;
  readonly rpcUrl: string;
  readonly wallets: readonly {
    readonly name: string;
    readonly address: string;
    readonly secretKey: string;
    readonly apiKey: string;
  }[];
}

type Env = Readonly<Record<string, string | undefined>>;

export function findLocalService(env: Env): LocalService | undefined {
  const folder = resolve(env.TOTE_DATA_DIR || 'data');
  try {
    const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as LocalService;
    return Array.isArray(demo.wallets) ? demo : undefined;
  } catch {
    return undefined;
  }
}
