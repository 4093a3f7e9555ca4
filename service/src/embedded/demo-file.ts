// Reads and writes <data dir>/demo.json, which people and tests use for the demo wallets. It holds
// secrets.
import { existsSync, readFileSync } from 'node:fs';
import { replacePrivateFile } from '@tote/chain/lib/private-files';

export type DemoName = 'alice' | 'bob' | 'carol' | 'oracle';

export interface DemoWallet {
  readonly name: DemoName;
  readonly address: string;
  /** Base58 of the 64 bytes, the format that wallets import. */
  readonly secretKey: string;
  readonly apiKey: string;
}

export interface DemoFile {
  readonly baseUrl: string;
  readonly rpcUrl: string;
  readonly wallets: readonly DemoWallet[];
}

export function readDemo(file: string): DemoFile | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as DemoFile;
    return Array.isArray(demo.wallets) ? demo : undefined;
  } catch {
    // All of it can be written again; API keys that are lost are replaced by new ones.
    return undefined;
  }
}

export function writeDemo(file: string, demo: DemoFile): void {
  replacePrivateFile(file, `${JSON.stringify(demo, null, 2)}\n`);
}
