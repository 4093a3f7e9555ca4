// <data dir>/demo.json: what a person or a test needs to use the demo wallets. It holds secrets.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type DemoName = 'alice' | 'bob' | 'carol' | 'oracle';

export interface DemoWallet {
  readonly name: DemoName;
  readonly address: string;
  /** Base58 of the 64 bytes, as wallets import it. */
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
    // Everything in it can be made again, except the API keys, which get successors.
    return undefined;
  }
}

/** Replaced in one step: readers never see half of it. */
export function writeDemo(file: string, demo: DemoFile): void {
  const draft = `${file}.new`;
  const text = `${JSON.stringify(demo, null, 2)}\n`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
