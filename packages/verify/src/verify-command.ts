// `npx tote verify <market>`: recomputes the outcome and every payout of a market from its evidence
// and the chain. Of the service it needs only the API.
import { parseArgs } from 'node:util';
import type { Address } from '@solana/kit';
import { UsageError } from '@tote/lib/usage-error';
import type { Check } from './checks.ts';
import { type ChainNode, createNode } from './history/node.ts';
import { parseMarket } from './market-id.ts';
import { type Verification, verifyMarket } from './verify-market.ts';

const EXIT = { verified: 0, different: 1 } as const;

/** Defaults of the arguments. */
export interface VerifyDefaults {
  readonly programAddress: Address;
  readonly baseUrl: string;
  readonly rpcUrl: string;
}

interface Arguments {
  readonly market: Address;
  readonly baseUrl: string;
  readonly rpcUrl: string;
  readonly isJson: boolean;
}

/** Returns the exit code: 0 if everything could be checked and nothing differs. */
export async function verify(
  defaults: VerifyDefaults,
  args: readonly string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  const { market, baseUrl, rpcUrl, isJson } = readArguments(defaults, args);
  const chain = { node: createNode(rpcUrl), programAddress: defaults.programAddress };
  await connect(chain.node, rpcUrl);
  const verification = await verifyMarket({ chain, baseUrl }, market);
  if (isJson) print(JSON.stringify(verification, null, 2));
  else printLines(verification, { baseUrl, rpcUrl, print });
  return verification.isTrue ? EXIT.verified : EXIT.different;
}

async function connect(node: ChainNode, url: string): Promise<void> {
  try {
    await node.call('getGenesisHash', []);
  } catch {
    throw new Error(`No node of a chain answers at ${new URL(url).origin}; name one with --rpc.`);
  }
}

function readArguments(defaults: VerifyDefaults, args: readonly string[]): Arguments {
  const { values, positionals } = parse(args);
  const [text, ...others] = positionals;
  const market = text && parseMarket(text);
  if (!market || others.length > 0) {
    throw new UsageError('Name one market: npx tote verify <market>');
  }
  return {
    market,
    baseUrl: withVersion(url('--url', values.url ?? defaults.baseUrl)),
    rpcUrl: url('--rpc', values.rpc ?? defaults.rpcUrl),
    isJson: values.json ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { url: { type: 'string' }, rpc: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function url(option: string, text: string): string {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  throw new UsageError(`${option}: not an address that begins with http:// or https://`);
}

/** Adds the version, because people paste the URL with or without it. */
function withVersion(text: string): string {
  const base = text.replace(/\/+$/, '');
  return base.endsWith('/v1') ? base : `${base}/v1`;
}

interface Printing {
  readonly baseUrl: string;
  readonly rpcUrl: string;
  readonly print: (line: string) => void;
}

function printLines(verification: Verification, { baseUrl, rpcUrl, print }: Printing): void {
  const { marketId, checks, counts, isTrue } = verification;
  // The path of a node's URL may contain an API key, so only the origin is printed.
  print(`${marketId}: the receipt of ${baseUrl}, the chain of ${new URL(rpcUrl).origin}`);
  for (const check of checks) print(lineOf(check));
  const { recomputed, oracleWord, different, unchecked } = counts;
  const sums = [
    `${recomputed} recomputed`,
    `${oracleWord} by the oracle’s word`,
    `${different} different`,
    `${unchecked} could not be checked`,
  ];
  print(`${isTrue ? 'Verified' : 'NOT VERIFIED'}: ${sums.join(', ')}.`);
}

const LABELS = {
  ok: 'ok',
  said: 'SAID',
  different: 'DIFFERENT',
  unchecked: 'UNCHECKED',
} as const;

/** Untrusted text: control characters are removed. */
function lineOf({ name, status, text }: Check): string {
  const line = `${LABELS[status].padEnd(LABELS.different.length)}  ${name}: ${text}`;
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
