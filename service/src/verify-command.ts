// `npx tote verify <market>`: recomputes the outcome of a market and every payout from its evidence
// and the chain alone. It needs nothing of the service but its API.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Address, address, createDefaultRpcTransport, isAddress } from '@solana/kit';
import { DomainError } from '@tote/domain';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { Chain } from './chain/chain.ts';
import { openChain } from './chain/open-chain.ts';
import { type Config, ConfigError } from './config.ts';
import { readDemo } from './genesis/demo-file.ts';
import { parseMarketId } from './store/projection/bet-id.ts';
import type { Check } from './verify/checks.ts';
import { type Verification, verifyMarket } from './verify/verify-market.ts';

const EXIT = { verified: 0, different: 1 } as const;

interface Arguments {
  readonly market: Address;
  readonly baseUrl: string;
  readonly rpcUrl: string;
  readonly isJson: boolean;
}

/** Gives the exit code: 0 when everything could be checked and nothing differs. */
export async function verify(
  config: Config,
  args: readonly string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  const { market, baseUrl, rpcUrl, isJson } = readArguments(config, args);
  const chain = await connect(config, rpcUrl);
  try {
    const verification = await verifyMarket({ chain, baseUrl }, market);
    if (isJson) print(JSON.stringify(verification, null, 2));
    else printLines(verification, { baseUrl, rpcUrl, print });
    return verification.isTrue ? EXIT.verified : EXIT.different;
  } finally {
    await chain.close();
  }
}

async function connect({ programAddress }: Config, url: string): Promise<Chain> {
  try {
    return await openChain({
      transport: createDefaultRpcTransport({ url }),
      programAddress: programAddress ? address(programAddress) : TOTE_PROGRAM_ADDRESS,
      wallMs: () => Date.now(),
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Error(`No node of a chain answers at ${new URL(url).origin}; name one with --rpc.`);
  }
}

function readArguments(config: Config, args: readonly string[]): Arguments {
  const { values, positionals } = parse(args);
  const [text, ...others] = positionals;
  const market = text && (parseMarketId(text) ?? (isAddress(text) ? address(text) : undefined));
  if (!market || others.length > 0) {
    throw new ConfigError('Name one market: npx tote verify <market>');
  }
  // A service of this folder has written down where it and its chain are.
  const demo = readDemo(join(config.dataDir, 'demo.json'));
  const { host, port, rpcPort, origin, rpcUrl } = config;
  const baseUrl = values.url ?? demo?.baseUrl ?? `${origin ?? `http://${host}:${port}`}/v1`;
  return {
    market,
    baseUrl: withVersion(url('--url', baseUrl)),
    rpcUrl: url('--rpc', values.rpc ?? rpcUrl ?? demo?.rpcUrl ?? `http://${host}:${rpcPort}`),
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
    throw new ConfigError((error as Error).message);
  }
}

function url(option: string, text: string): string {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  throw new ConfigError(`${option}: not an address that begins with http:// or https://`);
}

/** People paste the address of a service with or without it. */
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
  const { marketId, checks, isTrue } = verification;
  // Addresses of nodes may hold a key behind the host.
  print(`${marketId}: the receipt of ${baseUrl}, the chain of ${new URL(rpcUrl).origin}`);
  for (const check of checks) print(lineOf(check));
  const count = (status: Check['status']) => checks.filter((one) => one.status === status).length;
  const [same, different, unchecked] = [count('ok'), count('different'), count('unchecked')];
  const sums = `${same} the same, ${different} different, ${unchecked} could not be checked`;
  print(`${isTrue ? 'Verified' : 'NOT VERIFIED'}: ${sums}.`);
}

const LABELS = { ok: 'ok', different: 'DIFFERENT', unchecked: 'UNCHECKED' } as const;

/** Foreign text: nothing in it may move the cursor or turn the line around. */
function lineOf({ name, status, text }: Check): string {
  const line = `${LABELS[status].padEnd(LABELS.different.length)}  ${name}: ${text}`;
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
