import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, getBase58Decoder } from '@solana/kit';
import { replacePrivateFile } from '@tote/chain/lib/private-files';
import {
  addSeconds,
  formatInstant,
  SCOPES,
  type Scope,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { Authenticator, Caller } from '../auth/caller.ts';
import { type KeysFolder, loadKey, readSecret } from '../settings/keys.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { DemoData } from '../settings/service-config.ts';
import { type Credit, fundWallet } from './credit.ts';
import type { Platform } from './platform.ts';

export const BETTOR_SCOPES: readonly Scope[] = ['read', 'bet', 'create', 'manage'];
/** Carol has a key and no funds, to try refusals. */
const WALLETS: readonly { name: DemoName; scopes: readonly Scope[]; isFunded: boolean }[] = [
  { name: 'alice', scopes: BETTOR_SCOPES, isFunded: true },
  { name: 'bob', scopes: BETTOR_SCOPES, isFunded: true },
  { name: 'carol', scopes: BETTOR_SCOPES, isFunded: false },
  { name: 'oracle', scopes: ['read', 'attest'], isFunded: false },
];

interface DemoOptions extends Credit, Pick<DemoFile, 'baseUrl' | 'rpcUrl'> {
  readonly file: string;
  readonly folder: KeysFolder;
  issueApiKey(wallet: Address, name: string, scopes: readonly Scope[]): Promise<string>;
  /** Whether a key of an earlier start still works; the journal may have been deleted. */
  isApiKeyValid(key: string): Promise<boolean>;
}

export async function prepareDemo(options: DemoOptions): Promise<DemoFile> {
  const earlier = readDemo(options.file);
  const wallets: DemoWallet[] = [];
  for (const { name, scopes, isFunded } of WALLETS) {
    const keyName = name === 'oracle' ? 'oracle' : `demo-${name}`;
    const key = await loadKey(options.folder, keyName);
    const isMissing = isFunded && !(await options.chain.accounts.findBettor(key.address));
    if (isMissing) await fundWallet(options, key);
    const known = earlier?.wallets.find((wallet) => wallet.address === key.address)?.apiKey;
    const isValid = known !== undefined && (await options.isApiKeyValid(known));
    const apiKey = isValid ? known : await options.issueApiKey(key.address, `demo ${name}`, scopes);
    const secretKey = getBase58Decoder().decode(readSecret(options.folder, keyName));
    wallets.push({ name, address: key.address, secretKey, apiKey });
  }
  const demo: DemoFile = { baseUrl: options.baseUrl, rpcUrl: options.rpcUrl, wallets };
  replacePrivateFile(options.file, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}

// Prepares the demo wallets of the embedded chain and returns the text that `npm start` prints.

interface StartDemoOptions extends Pick<StartHintInput, 'data' | 'pageUrl'> {
  readonly config: Pick<Settings, 'dataDir' | 'isSandbox'>;
  readonly platform: Platform;
  readonly commands: {
    createApiKey(
      caller: Caller,
      input: { name: string; scopes: readonly Scope[]; expiresAt: null },
    ): Promise<{ key: string }>;
  };
  readonly authenticator: Authenticator;
  readonly baseUrl: string;
  readonly wallMs: () => number;
  catchUp(): Promise<void>;
}

export async function startDemo(options: StartDemoOptions): Promise<string> {
  const { platform, commands, authenticator, baseUrl } = options;
  const { chain, embeddedKeys: keys, keysFolder, localnet } = platform;
  if (!keys) throw new RangeError('demo wallets exist only on the embedded chain');
  const demoFile = join(options.config.dataDir, 'demo.json');
  const demo = await prepareDemo({
    ...{ chain, keys, baseUrl, file: demoFile, folder: keysFolder },
    rpcUrl: localnet?.url ?? '',
    async issueApiKey(wallet, name, scopes) {
      const caller = { wallet, scopes: new Set(SCOPES) };
      return (await commands.createApiKey(caller, { name, scopes, expiresAt: null })).key;
    },
    async isApiKeyValid(key) {
      const headers = { authorization: `Bearer ${key}` };
      const request = { method: 'GET', url: '/', headers, rawBody: new Uint8Array() };
      return authenticator.authenticate(request).then(
        (caller) => caller !== null,
        () => false,
      );
    },
  });
  // Whoever reads the hint may ask for a statement at once.
  await options.catchUp();
  const { data, pageUrl } = options;
  const { isSandbox } = options.config;
  // A new chain is still in the past: the demo moves it to the present.
  const now = unixSeconds(Math.max(chain.clock.now(), Math.floor(options.wallMs() / 1_000)));
  return renderStartHint({ demo, now, demoFile, isSandbox, data, pageUrl });
}

const EXPIRES_IN_SECONDS = 600;

interface StartHintInput {
  readonly demo: DemoFile;
  readonly now: UnixSeconds;
  readonly demoFile: string;
  readonly isSandbox: boolean;
  readonly data?: DemoData;
  readonly pageUrl?: string;
}

export function renderStartHint(input: StartHintInput): string {
  const { demo, now, demoFile, data, pageUrl, isSandbox } = input;
  const { baseUrl, rpcUrl, wallets } = demo;
  const rows = wallets.map(
    ({ name, address, apiKey }) =>
      `  ${name.padEnd(7)}${address}  ${apiKey}${name === 'carol' ? '  (no account yet)' : ''}`,
  );
  return [
    '',
    ...(pageUrl ? [`Open ${pageUrl} in a browser.`, ''] : []),
    `Tote runs at ${baseUrl} (chain: ${rpcUrl})`,
    '',
    'Demo wallets and their API keys:',
    ...rows,
    `  (secret keys: ${demoFile})`,
    ...(isSandbox ? [`Another one: curl -sS -X POST ${baseUrl}/sandbox/wallets`] : []),
    ...(data ? dataLines(data) : []),
    '',
    'Create a market, bet in it, read it:',
    '',
    ...curlLines(demo, now),
    '',
    'Or with the command line, in this folder: npx tote --help',
    '',
  ].join('\n');
}

function dataLines({ notice, feeds, tokens }: DemoData): string[] {
  const symbols = feeds.map(({ symbol }) => symbol).join(', ');
  return [
    '',
    notice,
    `  prices of ${symbols}: "Will SOL be above $200 at expiry?"`,
    '  tokens (with their tokenAddress): "Will $OAK reach $1M market cap?"',
    ...tokens.map(({ symbol, mint }) => `  token ${symbol.padEnd(7)}${mint}`),
  ];
}

export function curlLines(demo: DemoFile, now: UnixSeconds): [string, string, string] {
  const { baseUrl } = demo;
  const market = JSON.stringify({
    question: 'Will it rain in Lisbon?',
    outcomes: ['Yes', 'No'],
    expireAt: formatInstant(addSeconds(now, EXPIRES_IN_SECONDS)),
    currency: 'SOL',
  });
  const bet = JSON.stringify({ outcome: 'Yes', amount: 1.5 });
  const create = post(`${baseUrl}/markets`, apiKeyOf(demo, 'alice'), market);
  const place = post(`"${baseUrl}/markets/$MARKET/bets"`, apiKeyOf(demo, 'bob'), bet);
  return [
    `MARKET=$(${create} | tee /dev/stderr | grep -o 'market_[0-9A-Za-z]*' | head -n 1)`,
    place,
    `curl -sS "${baseUrl}/markets/$MARKET"`,
  ];
}

function post(url: string, apiKey: string, body: string): string {
  const headers = `-H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`;
  return `curl -sS ${url} ${headers} -d '${body}'`;
}

function apiKeyOf(demo: DemoFile, name: DemoName): string {
  const wallet = demo.wallets.find((each) => each.name === name);
  if (!wallet) throw new RangeError(`there is no demo wallet ${name}`);
  return wallet.apiKey;
}

// <data dir>/demo.json, which people and tests use for the demo wallets. It holds secrets.

export type DemoName = 'alice' | 'bob' | 'carol' | 'oracle';

export interface DemoWallet {
  readonly name: DemoName;
  readonly address: string;
  readonly secretKey: string;
  readonly apiKey: string;
}

export interface DemoFile {
  readonly baseUrl: string;
  readonly rpcUrl: string;
  readonly wallets: readonly DemoWallet[];
}

function readDemo(file: string): DemoFile | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as DemoFile;
    return Array.isArray(demo.wallets) ? demo : undefined;
  } catch {
    // All of it can be written again; API keys that are lost are replaced by new ones.
    return undefined;
  }
}
