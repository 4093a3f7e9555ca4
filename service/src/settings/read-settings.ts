// Environment -> Settings: the checks and defaults of the settings that settings.ts lists.

import { join, resolve } from 'node:path';
import type { Address } from '@solana/kit';
import { isLoopback, readOrigin } from '@tote/chain/lib/page-access';
import { UsageError } from '@tote/chain/lib/usage-error';
import { PRIORITY_LAMPORTS_PER_DAY } from '@tote/chain/priority-fee';
import { HERMES_URLS } from '@tote/conditions/oracles/pyth/hermes';
import {
  accountAddress,
  explorer,
  flag,
  httpOrigin,
  httpUrls,
  lamports,
  limit,
  networks,
  oneOf,
  type TrustedProxies,
  trustedProxies,
  url,
  wholeNumber,
} from './parse.ts';
import { readSecretFiles, SECRET_SETTINGS, secretFileOf } from './secret-files.ts';
import { LOG_LEVELS, type LogLevel, SETTINGS } from './settings.ts';
import { readWebSources } from './web-sources.ts';

export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The port of the metrics; undefined: they are at /metrics of the API. 0: any free port. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly dataDir: string;
  readonly keysDir: string;
  /** A cluster's RPC endpoint; undefined: the embedded chain. */
  readonly rpcUrl: string | undefined;
  /** All of them, the first included. */
  readonly rpcUrls: readonly string[];
  /** Endpoints that get the transactions, in place of `rpcUrls`; none: those get them. */
  readonly sendUrls: readonly string[];
  /** Lamports that we pay to be taken sooner; on a cluster only. */
  readonly priorityFees: PriorityFeeSettings;
  /** WebSocket endpoint of the cluster; undefined: derived from `rpcUrl`. */
  readonly rpcWebSocketUrl: string | undefined;
  /** The address that the embedded chain listens on. Anybody who reaches it may use it. */
  readonly rpcHost: string;
  /** A node that pages may use; undefined: the embedded chain, or none. */
  readonly publicRpcUrl: string | undefined;
  /** With `{kind}` and `{id}`; undefined: by the cluster. */
  readonly explorerUrl: string | undefined;
  /** The port of the embedded chain, for wallets and tools. 0: any free port. */
  readonly rpcPort: number;
  readonly slotMs: number;
  /** PostgreSQL; undefined: SQLite in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly programAddress: Address | undefined;
  /** The origin in the text that wallets sign; undefined: http://host:port. */
  readonly origin: string | undefined;
  /** Origins of web pages that may use airdrops, the faucet and the sandbox. */
  readonly allowedOrigins: readonly string[];
  /** Beginnings of the addresses that markets may take values from. */
  readonly webSources: readonly string[];
  /** Endpoints of Hermes, which has Pyth's signed prices; none: no prices are brought on chain. */
  readonly hermesUrls: readonly string[];
  readonly hermesKey: string | undefined;
  /** Networks that webhooks may be in, besides public ones. */
  readonly webhookNetworks: readonly string[];
  readonly isSandbox: boolean;
  readonly hasKeeper: boolean;
  /** UTILITY for one SOL, decimal text; undefined: no buyback by this service. */
  readonly buybackLimit: string | undefined;
  readonly trustProxy: TrustedProxies;
  /** Requests per minute; 0: no limit. */
  readonly requestsPerMinutePerIp: number;
  readonly requestsPerMinutePerWallet: number;
  /** What the relayer pays for others. */
  readonly payments: PaymentSettings;
  /** How long the service keeps what; all in seconds. */
  readonly kept: KeptSeconds;
  readonly logLevel: LogLevel;
}

interface PriorityFeeSettings {
  readonly perTransaction: bigint;
  readonly perDay: bigint;
}

interface PaymentSettings {
  /** Open markets per creator whose rent the relayer pays. */
  readonly marketsPerCreator: number;
  readonly rentFor: (typeof RENT_FOR)[number];
  /** Days until the expiry of a market. */
  readonly rentDaysMax: number;
  /** Percent of the relayer's balance, per UTC day and for all markets; 100: no limit. */
  readonly rentPercentPerDay: number;
  /** Lamports per wallet and day that the relayer pays for its markets and signed transactions. */
  readonly feesPerWallet: bigint;
}

const RENT_FOR = ['accounts', 'all'] as const;
/** Wallets cost nothing, so that on a cluster each of them gets little, and all together too. */
const CLUSTER_PAYMENTS: PaymentSettings = {
  ...{ marketsPerCreator: 3, rentFor: 'accounts', rentDaysMax: 30, rentPercentPerDay: 10 },
  feesPerWallet: 1_000_000n,
};
/** On the embedded chain money is free. */
const FREE_PAYMENTS: PaymentSettings = {
  ...{ marketsPerCreator: 10_000, rentFor: 'all', rentDaysMax: 3_650, rentPercentPerDay: 100 },
  feesPerWallet: 1_000_000_000n,
};

interface KeptSeconds {
  /** Idempotency-Keys and their answers: as long as the API promises. */
  readonly requests: number;
  readonly refused: number;
  readonly events: number;
  /** Of the embedded chain, unless they are needed for good. */
  readonly transactions: number;
}

const DAY = 86_400;

type Env = Readonly<Record<string, string | undefined>>;
type Read = <T>(name: string, byDefault: T, parse: (text: string) => T) => T;

const TEST_SETTINGS = ['TOTE_TEST', 'TOTE_SEED'];
/** Of the other commands: docs/cli.md. They may be set where the service starts, too. */
const CLIENT_SETTINGS = [
  ...['TOTE_URL', 'TOTE_API_KEY', 'TOTE_WALLET', 'TOTE_KEYPAIR', 'TOTE_PASSPHRASE'],
];

export class SettingsError extends UsageError {
  override readonly name = 'SettingsError';
}

/** Throws one error that lists all invalid and unknown settings. */
export function readSettings(environment: Env, workingDir: string): Settings {
  const problems: string[] = findUnknown(environment);
  const env = readSecretFiles(environment, workingDir, problems);
  const read: Read = (name, byDefault, parse) => {
    const text = env[name];
    if (text === undefined || text === '') return byDefault;
    try {
      return parse(text);
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
      return byDefault;
    }
  };
  const rpcUrls = read('TOTE_RPC_URL', [], httpUrls);
  const [rpcUrl] = rpcUrls;
  const dataDir = resolve(workingDir, env.TOTE_DATA_DIR || './data');
  const config: Settings = {
    port: read('TOTE_PORT', 3000, wholeNumber(0, 65_535)),
    metricsPort: read('TOTE_METRICS_PORT', undefined, wholeNumber(0, 65_535)),
    metricsHost: read('TOTE_METRICS_HOST', '127.0.0.1', (text) => text),
    dataDir,
    keysDir: env.TOTE_KEYS_DIR ? resolve(workingDir, env.TOTE_KEYS_DIR) : join(dataDir, 'keys'),
    rpcUrl,
    rpcUrls,
    ...readSending(read),
    rpcWebSocketUrl: read('TOTE_RPC_WS_URL', undefined, (text) => url(text, ['ws:', 'wss:'])),
    rpcHost: read('TOTE_RPC_HOST', '127.0.0.1', (text) => text),
    // One below the highest port: WebSocket clients use the next port.
    rpcPort: read('TOTE_RPC_PORT', 8899, wholeNumber(0, 65_534)),
    publicRpcUrl: read('TOTE_PUBLIC_RPC_URL', undefined, (text) => url(text, ['http:', 'https:'])),
    explorerUrl: read('TOTE_EXPLORER_URL', undefined, explorer),
    slotMs: read('TOTE_SLOT_MS', 200, wholeNumber(5, 60_000)),
    databaseUrl: read('TOTE_DATABASE_URL', undefined, (text) =>
      url(text, ['postgres:', 'postgresql:']),
    ),
    programAddress: read('TOTE_PROGRAM_ADDRESS', undefined, accountAddress),
    allowedOrigins: read('TOTE_ALLOWED_ORIGINS', [], (text) =>
      text.split(',').map((one) => readOrigin(one.trim())),
    ),
    webSources: read('TOTE_WEB_SOURCES', [], readWebSources),
    ...readHermes(env, read),
    webhookNetworks: read('TOTE_WEBHOOK_NETWORKS', [], networks),
    ...readReach(read, rpcUrl),
    hasKeeper: read('TOTE_KEEPER', true, flag),
    buybackLimit: read('TOTE_BUYBACK_LIMIT', rpcUrl ? undefined : '10000', limit),
    requestsPerMinutePerIp: read('TOTE_RATE_LIMIT_IP', 1200, wholeNumber(0, 1e9)),
    requestsPerMinutePerWallet: read(
      'TOTE_RATE_LIMIT_WALLET',
      rpcUrl ? 3000 : 0,
      wholeNumber(0, 1e9),
    ),
    payments: rpcUrl ? readPayments(read, CLUSTER_PAYMENTS) : readPayments(read, FREE_PAYMENTS),
    kept: readKept(read),
    logLevel: read('TOTE_LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
  };
  if (config.isSandbox && rpcUrl) {
    problems.push('TOTE_SANDBOX: the sandbox exists only on the embedded chain');
  }
  if (config.sendUrls.length > 0 && !rpcUrl) {
    problems.push('TOTE_SEND_URLS: it needs TOTE_RPC_URL, too');
  }
  if (env.TOTE_METRICS_HOST && config.metricsPort === undefined) {
    problems.push('TOTE_METRICS_HOST: it needs TOTE_METRICS_PORT, too');
  }
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return config;
}

/** The sandbox is on by default where nobody but this machine is meant to use the service. */
function readReach(
  read: Read,
  rpcUrl: string | undefined,
): Pick<Settings, 'host' | 'origin' | 'trustProxy' | 'isSandbox'> {
  const host = read('TOTE_HOST', '127.0.0.1', (text) => text);
  const origin = read('TOTE_ORIGIN', undefined, httpOrigin);
  const trustProxy = read('TOTE_TRUST_PROXY', 0, trustedProxies);
  const isLocal = !rpcUrl && isLoopback(host) && trustProxy === 0 && origin === undefined;
  return { host, origin, trustProxy, isSandbox: read('TOTE_SANDBOX', isLocal, flag) };
}

function readPayments(read: Read, byDefault: PaymentSettings): PaymentSettings {
  const { marketsPerCreator, rentFor, rentDaysMax, rentPercentPerDay, feesPerWallet } = byDefault;
  const number = wholeNumber(0, 1e9);
  return {
    marketsPerCreator: read('TOTE_MARKETS_PER_CREATOR', marketsPerCreator, number),
    rentFor: read('TOTE_RENT_FOR', rentFor, oneOf(RENT_FOR)),
    rentDaysMax: read('TOTE_RENT_DAYS_MAX', rentDaysMax, number),
    rentPercentPerDay: read('TOTE_RENT_BUDGET_PER_DAY', rentPercentPerDay, wholeNumber(0, 100)),
    feesPerWallet: read('TOTE_FEES_PER_WALLET', feesPerWallet, lamports),
  };
}

/** How long what is stored is kept, in seconds. */
function readKept(read: Read): Settings['kept'] {
  return {
    requests: DAY,
    refused: read('TOTE_KEEP_REFUSED', 365, wholeNumber(1, 36_500)) * DAY,
    events: read('TOTE_KEEP_EVENTS', 7, wholeNumber(1, 36_500)) * DAY,
    transactions: 7 * DAY,
  };
}

/** An empty list is not the default: it means none. */
function readHermes(env: Env, read: Read): Pick<Settings, 'hermesUrls' | 'hermesKey'> {
  const name = 'TOTE_HERMES_URLS';
  const hermesUrls = env[name] === '' ? [] : read(name, HERMES_URLS, httpUrls);
  return { hermesUrls, hermesKey: env.TOTE_HERMES_KEY || undefined };
}

/** How transactions are sent to a cluster. */
function readSending(read: Read): Pick<Settings, 'sendUrls' | 'priorityFees'> {
  return {
    sendUrls: read('TOTE_SEND_URLS', [], httpUrls),
    priorityFees: {
      perTransaction: read('TOTE_PRIORITY_FEE_MAX', 50_000n, lamports),
      perDay: read('TOTE_PRIORITY_BUDGET_PER_DAY', PRIORITY_LAMPORTS_PER_DAY, lamports),
    },
  };
}

/** Without this check a misspelt setting would be ignored silently. */
function findUnknown(env: Env): string[] {
  const known = new Set([
    ...[...SETTINGS.map(([name]) => name), ...SECRET_SETTINGS.map(secretFileOf)],
    ...[...TEST_SETTINGS, ...CLIENT_SETTINGS],
  ]);
  return Object.keys(env)
    .filter((name) => name.startsWith('TOTE_') && !known.has(name))
    .map((name) => `${name}: there is no such setting; ${suggest(name)}`);
}

/** Names the settings that begin with the same word. */
function suggest(name: string): string {
  const start = name.split('_', 2).join('_');
  const names = SETTINGS.map(([known]) => known).filter((known) => known.startsWith(`${start}_`));
  return names.length > 0 ? `similar: ${names.join(', ')}` : '--help lists them';
}
