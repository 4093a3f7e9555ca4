import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HERMES_URLS } from '@tote/conditions/oracles/pyth/hermes';
import { describe, expect, test } from 'vitest';
import { USAGE } from '../../src/main.ts';
import { readSettings, SECRET_SETTINGS, SettingsError } from '../../src/settings/read-settings.ts';
import { SETTING_GROUPS } from '../../src/settings/settings.ts';
import { useFolder } from '../support/new-folder.ts';

const CLUSTER = { TOTE_RPC_URL: 'https://rpc.example' };
const [A, B] = [
  'So11111111111111111111111111111111111111112',
  'SysvarC1ock11111111111111111111111111111111',
];
const read = (env: Record<string, string>) => readSettings(env, '/srv/tote');

test('all settings have defaults', () => {
  expect(read({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: '/srv/tote/data',
    keysDir: '/srv/tote/data/keys',
    rpcUrl: undefined,
    databaseUrl: undefined,
    isSandbox: true,
    requestsPerMinutePerWallet: 0,
  });
});

test('on a cluster the relayer pays little, and nothing if it is so set', () => {
  const names = [
    ...['TOTE_MARKETS_PER_CREATOR', 'TOTE_RENT_DAYS_MAX', 'TOTE_RENT_BUDGET_PER_DAY'],
    'TOTE_FEES_PER_WALLET',
  ];
  const limitsOf = (value?: string) => {
    const set = value === undefined ? [] : names.map((name) => [name, value]);
    return read({ ...CLUSTER, ...Object.fromEntries(set) }).payments;
  };
  const limits = { marketsPerCreator: 3, rentDaysMax: 30, rentPercentPerDay: 10 };
  expect(limitsOf()).toEqual({ ...limits, rentFor: 'accounts', feesPerWallet: 1_000_000n });
  const nothing = { marketsPerCreator: 0, rentDaysMax: 0, rentPercentPerDay: 0 };
  expect(limitsOf('0')).toMatchObject({ ...nothing, feesPerWallet: 0n });
  expect(read({}).payments).toEqual({
    ...{ marketsPerCreator: 10_000, rentDaysMax: 3_650, rentPercentPerDay: 100 },
    ...{ rentFor: 'all', feesPerWallet: 1_000_000_000n },
  });
  expect(read({ TOTE_RENT_FOR: 'accounts' }).payments.rentFor).toBe('accounts');
  expect(() => read({ TOTE_RENT_FOR: 'nobody' })).toThrow(SettingsError);
  expect(() => read({ TOTE_RENT_BUDGET_PER_DAY: '101' })).toThrow(SettingsError);
  for (const text of ['-1', '1.5', '0.1 SOL']) expect(() => limitsOf(text)).toThrow(SettingsError);
});

test('how long things are kept has limits, so that no promise is broken', () => {
  const DAY = 86_400;
  const keptFor = (days: string) => read({ TOTE_KEEP_REFUSED: days, TOTE_KEEP_EVENTS: days }).kept;
  const fixed = { requests: DAY, transactions: 7 * DAY };
  expect(read({}).kept).toEqual({ ...fixed, refused: 365 * DAY, events: 7 * DAY });
  expect(keptFor('1')).toEqual({ ...fixed, refused: DAY, events: DAY });
  expect(() => keptFor('0')).toThrow(/TOTE_KEEP_REFUSED.*\nTOTE_KEEP_EVENTS/);
});

test('settings are checked together, and the error lists every invalid one', () => {
  const wrong = { TOTE_PORT: '70000', TOTE_SANDBOX: 'maybe', TOTE_RPC_URL: 'ftp://x' };
  expect(() => read(wrong)).toThrow(SettingsError);
  expect(() => read(wrong)).toThrow(/TOTE_RPC_URL.*\n.*TOTE_PORT.*\n.*TOTE_SANDBOX/);
});

test.each<[env: Record<string, string>, settings: object]>([
  [CLUSTER, { requestsPerMinutePerWallet: 3_000 }],
  [CLUSTER, { priorityFees: { perTransaction: 50_000n, perDay: 100_000_000n } }],
  [
    { ...CLUSTER, TOTE_PRIORITY_FEE_MAX: '0', TOTE_PRIORITY_BUDGET_PER_DAY: '7' },
    { priorityFees: { perTransaction: 0n, perDay: 7n } },
  ],
  [{}, { sendUrls: [] }],
  [
    { ...CLUSTER, TOTE_SEND_URLS: 'https://a.example,https://b.example' },
    { sendUrls: ['https://a.example', 'https://b.example'] },
  ],
  [{ TOTE_PORT: '0' }, { port: 0 }],
  [{ TOTE_PORT: '65535' }, { port: 65_535 }],
  [{}, { buybackLimit: '10000' }],
  [{ TOTE_BUYBACK_LIMIT: '0' }, { buybackLimit: undefined }],
  [CLUSTER, { buybackLimit: undefined }],
  [{ ...CLUSTER, TOTE_BUYBACK_LIMIT: '12.5' }, { buybackLimit: '12.5' }],
  [
    { TOTE_RPC_URL: 'https://a.example, https://b.example/x' },
    { rpcUrl: 'https://a.example', rpcUrls: ['https://a.example', 'https://b.example/x'] },
  ],
  [{}, { hermesUrls: HERMES_URLS }],
  [
    { TOTE_HERMES_URLS: 'https://a.example/x, http://b', TOTE_HERMES_KEY: 'k' },
    { hermesUrls: ['https://a.example/x', 'http://b'], hermesKey: 'k' },
  ],
  [
    { TOTE_HERMES_URLS: '', TOTE_HERMES_KEY: '' },
    { hermesUrls: [], hermesKey: undefined },
  ],
  [{ TOTE_TRUST_PROXY: '0' }, { trustProxy: 0 }],
  [{ TOTE_TRUST_PROXY: '10' }, { trustProxy: 10 }],
  [
    { TOTE_TRUST_PROXY: '192.0.2.1, fd00::/8,::1' },
    { trustProxy: ['192.0.2.1', 'fd00::/8', '::1'] },
  ],
  [{}, { countryPolicy: undefined }],
  [
    {
      ...{ TOTE_TRUST_PROXY: '1', TOTE_COUNTRY_HEADER: 'CF-IPCountry' },
      TOTE_BLOCKED_COUNTRIES: 'us, GB',
    },
    { countryPolicy: { header: 'cf-ipcountry', blocked: ['US', 'GB'] } },
  ],
  // The embedded chain stays on loopback, wherever the API listens.
  [{ TOTE_HOST: '0.0.0.0' }, { rpcHost: '127.0.0.1' }],
  [{ TOTE_RPC_HOST: '0.0.0.0' }, { rpcHost: '0.0.0.0' }],
  [{}, { allowedOrigins: [] }],
  [
    { TOTE_ALLOWED_ORIGINS: 'https://A.example, http://b:81' },
    { allowedOrigins: ['https://a.example', 'http://b:81'] },
  ],
  [{}, { operators: [] }],
  [{ TOTE_OPERATORS: `${A}, ${B}` }, { operators: [A, B] }],
  // The metrics are on the API unless they have a port.
  [{}, { metricsPort: undefined, metricsHost: '127.0.0.1' }],
  [
    { TOTE_METRICS_PORT: '9464', TOTE_METRICS_HOST: '0.0.0.0' },
    { metricsPort: 9464, metricsHost: '0.0.0.0' },
  ],
  [{ TOTE_METRICS_PORT: '0' }, { metricsPort: 0 }],
  [
    { TOTE_EXPLORER_URL: 'https://scan.example/{kind}/{id}?x=1' },
    { explorerUrl: 'https://scan.example/{kind}/{id}?x=1' },
  ],
])('%j is accepted', (env, settings) => {
  expect(read(env)).toMatchObject(settings);
});

test.each([
  ['TOTE_PORT', ['-1', '65536', '1.5', '0x10', ' 1', '1e3']],
  ['TOTE_BUYBACK_LIMIT', ['-1', '1e3', 'any', '.5', ' 1']],
  ['TOTE_RPC_URL', ['https://a.example,ftp://b', 'https://a.example,']],
  ['TOTE_HERMES_URLS', ['a.example']],
  ['TOTE_TRUST_PROXY', ['11', '-1', 'true', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'proxy']],
  ['TOTE_ALLOWED_ORIGINS', ['*', 'null', 'a.example', 'https://a.example,', 'https://a/x']],
  ['TOTE_METRICS_PORT', ['65536']],
  ['TOTE_OPERATORS', ['alice', `${A},`, `${A} ${B}`]],
  ['TOTE_EXPLORER_URL', ['https://scan.example/', 'https://scan.example/{id}', '{kind}/{id}']],
  ['TOTE_PUBLIC_RPC_URL', ['ws://node']],
])('%s is refused as one of %j', (name, texts) => {
  for (const text of texts) expect(() => read({ [name]: text }), text).toThrow(name);
});

const COUNTRIES = {
  ...{ TOTE_TRUST_PROXY: '1', TOTE_COUNTRY_HEADER: 'CF-IPCountry' },
  TOTE_BLOCKED_COUNTRIES: 'US',
};

test.each([
  ['TOTE_BLOCKED_COUNTRIES', 'UK', '"UK" is not a country code'],
  ['TOTE_BLOCKED_COUNTRIES', 'USA', '"USA" is not a country code'],
  ['TOTE_BLOCKED_COUNTRIES', 'GB,XX', '"XX" is not a country code'],
  ['TOTE_BLOCKED_COUNTRIES', 'U', '"U" is not a country code'],
  ['TOTE_BLOCKED_COUNTRIES', 'US,', '"" is not a country code'],
  ['TOTE_BLOCKED_COUNTRIES', 'Germany', '"Germany" is not a country code'],
  ['TOTE_BLOCKED_COUNTRIES', '', 'set both it and TOTE_COUNTRY_HEADER'],
  ['TOTE_COUNTRY_HEADER', '', 'set both it and TOTE_COUNTRY_HEADER'],
  ['TOTE_COUNTRY_HEADER', 'a b', '"a b" is not the name of a header'],
  ['TOTE_COUNTRY_HEADER', 'x:', '"x:" is not the name of a header'],
  ['TOTE_TRUST_PROXY', '0', 'TOTE_COUNTRY_HEADER: it needs TOTE_TRUST_PROXY'],
])('what blocks countries is refused with %s of "%s"', (name, text, problem) => {
  expect(read(COUNTRIES).countryPolicy).toBeDefined();
  expect(() => read({ ...COUNTRIES, [name]: text })).toThrow(problem);
});

test.each([
  ['TOTE_SEND_URLS', 'it needs TOTE_RPC_URL'],
  ['TOTE_METRICS_HOST', 'it needs TOTE_METRICS_PORT'],
  ['TOTE_PROT', 'there is no such setting; --help'],
  ['TOTE_CRASH_AT', 'there is no such setting'],
  // Those that are similar are named.
  ['TOTE_PRIORITY_FEE', 'similar: TOTE_PRIORITY_FEE_MAX, TOTE_PRIORITY_BUDGET_PER_DAY'],
  ['TOTE_PRIORITY_FEES', 'similar: TOTE_PRIORITY_FEE_MAX, TOTE_PRIORITY_BUDGET_PER_DAY'],
  ['TOTE_SEND_TO_RPC', 'similar: TOTE_SEND_URLS'],
  ['TOTE_KEEP_REQUESTS', 'similar: TOTE_KEEP_REFUSED, TOTE_KEEP_EVENTS'],
])('%s alone is refused: %s', (name, reason) => {
  const start = reason.startsWith('similar') ? `${name}: there is no such setting; ` : `${name}: `;
  expect(() => read({ [name]: 'https://a.example' })).toThrow(start + reason);
});

test.each(['2999', '3000'])('with TOTE_RPC_PORT %s the API has no port left', (rpcPort) => {
  const both = { TOTE_RPC_PORT: rpcPort, TOTE_PORT: '3000' };
  expect(() => read(both)).toThrow('TOTE_RPC_PORT: it takes the next port too');
  expect(read({ ...both, TOTE_RPC_URL: 'https://a.example' }).port).toBe(3_000);
  expect(read({ ...both, TOTE_PORT: '3002' }).rpcPort).toBe(Number(rpcPort));
});

test('settings of the tests are none of the service, and change nothing', () => {
  const names = ['TOTE_SEED', 'TOTE_VALIDATOR', 'TOTE_VALIDATOR_DIR', 'TOTE_CHROMIUM'];
  const env = Object.fromEntries(names.map((name) => [name, '/a']));
  expect(read(env)).toEqual(read({}));
  expect(() => read({ ...env, TOTE_VALIDATORS: '/a' })).toThrow('TOTE_VALIDATORS: there is no');
});

test.each<[env: Record<string, string>, isSandbox: boolean]>([
  [{ TOTE_HOST: 'localhost' }, true],
  [{ TOTE_SANDBOX: '0' }, false],
  [{ TOTE_HOST: '0.0.0.0' }, false],
  [CLUSTER, false],
  [{ TOTE_TRUST_PROXY: '0' }, true],
  [{ TOTE_TRUST_PROXY: '1' }, false],
  [{ TOTE_TRUST_PROXY: '10.0.0.0/8' }, false],
  [{ TOTE_ORIGIN: 'https://tote.example' }, false],
])('the sandbox is on where only this machine can connect: %j', (env, isSandbox) => {
  expect(read(env).isSandbox).toBe(isSandbox);
  if (env !== CLUSTER) expect(read({ ...env, TOTE_SANDBOX: '1' }).isSandbox).toBe(true);
});

test.each(['TOTE_SANDBOX', 'TOTE_DEMO'])('%s on a cluster is refused', (name) => {
  const env = { ...CLUSTER, [name]: '1' };
  expect(() => read(env)).toThrow(/only on the embedded chain/);
});

test('only the embedded chain has the demo, unless it is left out', () => {
  expect(read({}).hasDemo).toBe(true);
  expect(read({ TOTE_DEMO: '0' }).hasDemo).toBe(false);
  expect(read(CLUSTER).hasDemo).toBe(false);
});

test('a wrong address with a password is not repeated', () => {
  const env = { TOTE_DATABASE_URL: 'mysql://me:hunter2@db/tote' };
  expect(() => read(env)).toThrow(/^(?!.*hunter2)/s);
  expect(() => read(env)).toThrow(/TOTE_DATABASE_URL/);
});

describe('a secret in a file', () => {
  const dir = useFolder();
  const write = (text: string, name = 'secret') => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };

  test('is the setting, without the end of its line', () => {
    const databaseUrl = 'postgres://tote:hunter2@db/tote';
    const env = {
      TOTE_DATABASE_URL_FILE: write(`${databaseUrl}\n`, 'database-url'),
      TOTE_HERMES_KEY_FILE: write('key', 'hermes-key'),
      TOTE_RPC_URL_FILE: write('https://rpc.example/token', 'rpc-url'),
    };
    expect(read(env)).toMatchObject({
      ...{ databaseUrl, hermesKey: 'key', rpcUrl: 'https://rpc.example/token' },
    });
    // From the folder of the start, as other paths.
    expect(readSettings({ TOTE_HERMES_KEY_FILE: 'hermes-key' }, dir).hermesKey).toBe('key');
  });

  test.each(SECRET_SETTINGS)('%s is refused if it is set both ways', (name) => {
    const env = { [name]: 'https://a.example', [`${name}_FILE`]: write('https://b.example') };
    expect(() => read(env)).toThrow(`${name}_FILE: set either it or ${name}`);
  });

  test('is not shown by the message if it is wrong', () => {
    const env = { TOTE_DATABASE_URL_FILE: write('mysql://me:hunter2@db/tote') };
    expect(() => read(env)).toThrow(/TOTE_DATABASE_URL: not an address/);
    expect(() => read(env)).toThrow(/^(?!.*hunter2)/s);
  });

  test('is refused if the file is missing or empty; a key for Hermes may be empty', () => {
    const missing = { TOTE_DATABASE_URL_FILE: join(dir, 'missing') };
    expect(() => read(missing)).toThrow(
      /TOTE_DATABASE_URL_FILE: \S+missing cannot be read: ENOENT/,
    );
    expect(() => read({ TOTE_DATABASE_URL_FILE: write('\n') })).toThrow(/secret is empty/);
    expect(read({ TOTE_HERMES_KEY_FILE: write('') }).hermesKey).toBeUndefined();
  });

  test('is a secret: other settings have no file', () => {
    expect(() => read({ TOTE_PORT_FILE: write('80') })).toThrow(/TOTE_PORT_FILE: there is no such/);
  });

  test('is documented', () => {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    for (const name of SECRET_SETTINGS) expect(page).toContain(`\`${name}\``);
    expect(USAGE).toContain(`${SECRET_SETTINGS.join(', ')}\nmay be in a file`);
  });
});

test('--help has the settings of the embedded chain in a group of their own, which is the last', () => {
  const [, embedded = ''] = USAGE.split('\nOnly the embedded chain (no TOTE_RPC_URL):\n');
  const names = embedded.split('\n').map((line) => line.trim().split(' ', 1)[0]);
  expect(names).toEqual([
    ...['TOTE_RPC_HOST', 'TOTE_RPC_PORT', 'TOTE_SLOT_MS', 'TOTE_SANDBOX', 'TOTE_DEMO'],
    'TOTE_ALLOWED_ORIGINS',
  ]);
  expect(embedded).toMatch(/TOTE_RPC_PORT .*the next one/);
  for (const { settings } of SETTING_GROUPS) {
    for (const [name] of settings) expect(USAGE).toContain(`\n  ${name} `);
  }
});
