// Environment -> Settings: the checks and defaults of the settings that settings.ts lists.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoopback, readOrigin } from '@tote/chain/lib/page-access';
import { UsageError } from '@tote/chain/lib/usage-error';
import { PRIORITY_LAMPORTS_PER_DAY } from '@tote/chain/priority-fee';
import { HERMES_URLS } from '@tote/conditions/oracles/pyth/hermes';
import { accentColour, type Branding, logoFile, siteName } from './branding.ts';
import {
  accountAddress,
  countryCodes,
  explorer,
  flag,
  headerName,
  httpOrigin,
  httpUrls,
  lamports,
  limit,
  listOf,
  networks,
  oneOf,
  readWebSources,
  trustedProxies,
  url,
  wholeNumber,
} from './parse.ts';
import type { CountryPolicy } from './service-config.ts';
import { LOG_LEVELS, SETTINGS } from './settings.ts';

export type Settings = Readonly<ReturnType<typeof readSettings>>;

interface PaymentSettings {
  readonly marketsPerCreator: number;
  readonly rentFor: (typeof RENT_FOR)[number];
  readonly rentDaysMax: number;
  readonly rentPercentPerDay: number;
  readonly feesPerWallet: bigint;
}

const RENT_FOR = ['accounts', 'all'] as const;
/** Wallets are free to make, so on a cluster we pay little for each of them. */
const CLUSTER_PAYMENTS: PaymentSettings = {
  ...{ marketsPerCreator: 3, rentFor: 'accounts', rentDaysMax: 30, rentPercentPerDay: 10 },
  feesPerWallet: 1_000_000n,
};
/** On the embedded chain money is free. */
const FREE_PAYMENTS: PaymentSettings = {
  ...{ marketsPerCreator: 10_000, rentFor: 'all', rentDaysMax: 3_650, rentPercentPerDay: 100 },
  feesPerWallet: 1_000_000_000n,
};

const DAY = 86_400;

type Env = Readonly<Record<string, string | undefined>>;
type Read = <T>(name: string, byDefault: T, parse: (text: string) => T) => T;

/** The tests and tools of the repository read them, and start services that inherit them. */
const TEST_SETTINGS = [
  ...['TOTE_TEST', 'TOTE_SEED', 'TOTE_VALIDATOR', 'TOTE_VALIDATOR_DIR', 'TOTE_TOOLCHAIN_DIR'],
  ...['TOTE_CHROMIUM', 'TOTE_PYTH_RECEIVER', 'TOTE_PROGRAM_FILE', 'TOTE_UTILITY'],
  'TOTE_RUNTIME_FEATURES',
];
const CLIENT_SETTINGS = [
  ...['TOTE_URL', 'TOTE_API_KEY', 'TOTE_WALLET', 'TOTE_KEYPAIR', 'TOTE_PASSPHRASE'],
];

export class SettingsError extends UsageError {
  override readonly name = 'SettingsError';
}

export function readSettings(environment: Env, workingDir: string) {
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
  const settings = {
    port: read('TOTE_PORT', 3000, wholeNumber(0, 65_535)),
    metricsPort: read('TOTE_METRICS_PORT', undefined, wholeNumber(0, 65_535)),
    metricsHost: read('TOTE_METRICS_HOST', '127.0.0.1', (text) => text),
    branding: readBranding(read, workingDir),
    dataDir,
    keysDir: env.TOTE_KEYS_DIR ? resolve(workingDir, env.TOTE_KEYS_DIR) : join(dataDir, 'keys'),
    /** Undefined: the embedded chain. */
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
    operators: read('TOTE_OPERATORS', [], listOf(accountAddress)),
    programAddress: read('TOTE_PROGRAM_ADDRESS', undefined, accountAddress),
    allowedOrigins: read('TOTE_ALLOWED_ORIGINS', [], listOf(readOrigin)),
    webSources: read('TOTE_WEB_SOURCES', [], readWebSources),
    ...readHermes(env, read),
    webhookNetworks: read('TOTE_WEBHOOK_NETWORKS', [], networks),
    ...readReach(read, rpcUrl),
    hasDemo: read('TOTE_DEMO', !rpcUrl, flag),
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
  problems.push(...findContradictions(settings, env));
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settings;
}

function findContradictions(settings: Settings, env: Env): string[] {
  const { rpcUrl, countryPolicy: countries, port, rpcPort } = settings;
  const rules: readonly (readonly [isBroken: unknown, problem: string])[] = [
    [settings.isSandbox && rpcUrl, 'TOTE_SANDBOX: the sandbox exists only on the embedded chain'],
    [settings.hasDemo && rpcUrl, 'TOTE_DEMO: the demo exists only on the embedded chain'],
    [
      countries && (countries.header === '' || countries.blocked.length === 0),
      'TOTE_BLOCKED_COUNTRIES: set both it and TOTE_COUNTRY_HEADER, or neither',
    ],
    [
      !rpcUrl && rpcPort !== 0 && [rpcPort, rpcPort + 1].includes(port),
      'TOTE_RPC_PORT: it takes the next port too, and neither may be TOTE_PORT',
    ],
    [countries && settings.trustProxy === 0, 'TOTE_COUNTRY_HEADER: it needs TOTE_TRUST_PROXY, too'],
    [settings.sendUrls.length > 0 && !rpcUrl, 'TOTE_SEND_URLS: it needs TOTE_RPC_URL, too'],
    [
      env.TOTE_METRICS_HOST && settings.metricsPort === undefined,
      'TOTE_METRICS_HOST: it needs TOTE_METRICS_PORT, too',
    ],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

/** The sandbox is on by default where nobody but this machine is meant to use the service. */
function readReach(read: Read, rpcUrl: string | undefined) {
  const host = read('TOTE_HOST', '127.0.0.1', (text) => text);
  const origin = read('TOTE_ORIGIN', undefined, httpOrigin);
  const trustProxy = read('TOTE_TRUST_PROXY', 0, trustedProxies);
  const countryPolicy = readCountryPolicy(read);
  const isLocal = !rpcUrl && isLoopback(host) && trustProxy === 0 && origin === undefined;
  const isSandbox = read('TOTE_SANDBOX', isLocal, flag);
  return { host, origin, trustProxy, countryPolicy, isSandbox };
}

function readCountryPolicy(read: Read): CountryPolicy | undefined {
  const header = read('TOTE_COUNTRY_HEADER', '', headerName);
  const blocked = read('TOTE_BLOCKED_COUNTRIES', [], countryCodes);
  return header === '' && blocked.length === 0 ? undefined : { header, blocked };
}

function readBranding(read: Read, workingDir: string): Branding {
  return {
    name: read('TOTE_NAME', 'Tote', siteName),
    accent: read('TOTE_ACCENT', undefined, accentColour),
    logo: read('TOTE_LOGO', undefined, logoFile(workingDir)),
    termsUrl: read('TOTE_TERMS_URL', undefined, (text) => url(text, ['https:', 'http:'])),
    supportUrl: read('TOTE_SUPPORT_URL', undefined, (text) => url(text, ['https:', 'mailto:'])),
  };
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

function readKept(read: Read) {
  return {
    requests: DAY,
    refused: read('TOTE_KEEP_REFUSED', 365, wholeNumber(1, 36_500)) * DAY,
    events: read('TOTE_KEEP_EVENTS', 7, wholeNumber(1, 36_500)) * DAY,
    transactions: 7 * DAY,
  };
}

/** An empty list is not the default: it means none. */
function readHermes(env: Env, read: Read) {
  const name = 'TOTE_HERMES_URLS';
  const hermesUrls = env[name] === '' ? [] : read(name, HERMES_URLS, httpUrls);
  return { hermesUrls, hermesKey: env.TOTE_HERMES_KEY || undefined };
}

function readSending(read: Read) {
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

function suggest(name: string): string {
  const start = name.split('_', 2).join('_');
  const names = SETTINGS.map(([known]) => known).filter((known) => known.startsWith(`${start}_`));
  return names.length > 0 ? `similar: ${names.join(', ')}` : '--help lists them';
}

/** Secrets may be in files: tools show environments, and processes inherit them. */
export const SECRET_SETTINGS = [
  ...['TOTE_DATABASE_URL', 'TOTE_HERMES_KEY', 'TOTE_RPC_URL', 'TOTE_RPC_WS_URL', 'TOTE_SEND_URLS'],
];

const secretFileOf = (name: string) => `${name}_FILE`;

function readSecretFiles(env: Env, workingDir: string, problems: string[]): Env {
  const found: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const setting = secretFileOf(name);
    const path = env[setting];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${setting}: set either it or ${name}`);
      continue;
    }
    try {
      found[name] = readFileSync(resolve(workingDir, path), 'utf8').trim();
    } catch (error) {
      problems.push(`${setting}: ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
      continue;
    }
    // Without the others the service would silently be a different one.
    if (found[name] === '' && name !== 'TOTE_HERMES_KEY') {
      problems.push(`${setting}: ${path} is empty`);
    }
  }
  return { ...env, ...found };
}
