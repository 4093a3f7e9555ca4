// Renders what `npm start` prints on the embedded chain: URLs, keys, and commands to paste.
import { addSeconds, formatInstant, type UnixSeconds } from '@tote/domain';
import type { DemoData } from '../settings/service-config.ts';
import type { DemoFile, DemoName } from './demo-file.ts';

const EXPIRES_IN_SECONDS = 600;

interface StartHintInput {
  readonly demo: DemoFile;
  /** The chain's time. */
  readonly now: UnixSeconds;
  /** The path of demo.json. */
  readonly demoFile: string;
  /** Of the demo world. */
  readonly data?: DemoData;
  /** Undefined: only the API is served. */
  readonly pageUrl?: string;
}

export function renderStartHint({ demo, now, demoFile, data, pageUrl }: StartHintInput): string {
  const { baseUrl, rpcUrl, wallets } = demo;
  const rows = wallets.map(
    ({ name, address, apiKey }) => `  ${name.padEnd(7)}${address}  ${apiKey}`,
  );
  return [
    '',
    ...(pageUrl ? [`Open ${pageUrl} in a browser.`, ''] : []),
    `Tote runs at ${baseUrl} (chain: ${rpcUrl})`,
    '',
    'Demo wallets and their API keys:',
    ...rows,
    `  (secret keys: ${demoFile})`,
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

/** Prices and tokens that questions can be about, without an attestation. */
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

/** Three shell commands. The first one stores the id of the new market for the others. */
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
