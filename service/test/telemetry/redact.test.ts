import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findPort } from '../../../tools/test-setup/find-port.ts';
import { runNode } from '../../../tools/test-setup/run-command.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { createLog, createRedact } from '../../src/telemetry/log.ts';
import { newFolder } from '../support/new-folder.ts';

const BIN = fileURLToPath(new URL('../../../packages/cli/bin/tote.mjs', import.meta.url));
const SECRETS = ['paSS%2Fword', 'paSS/word', 'path-secret-1', 'query-secret-1', 'key-secret-1'];
const REST = 'host.example:8443/v2/path-secret-1?api-key=query-secret-1';

const ADDRESSES: [name: string, env: Record<string, string>][] = [
  ['TOTE_RPC_URL', { TOTE_RPC_URL: `https://user:paSS%2Fword@${REST}` }],
  [
    'TOTE_RPC_URL, the second',
    { TOTE_RPC_URL: `https://a.example,https://user:paSS%2Fword@${REST}` },
  ],
  ['TOTE_RPC_WS_URL', { TOTE_RPC_WS_URL: `wss://user:paSS%2Fword@${REST}` }],
  [
    'TOTE_SEND_URLS',
    { TOTE_RPC_URL: 'https://a.example', TOTE_SEND_URLS: `https://user:paSS%2Fword@${REST}` },
  ],
  ['TOTE_DATABASE_URL', { TOTE_DATABASE_URL: `postgres://user:paSS%2Fword@${REST}` }],
  ['TOTE_HERMES_URLS', { TOTE_HERMES_URLS: `https://user:paSS%2Fword@${REST}` }],
  ['TOTE_HERMES_KEY', { TOTE_HERMES_KEY: 'key-secret-1' }],
];

describe.each(ADDRESSES)('%s', (_, env) => {
  const redact = createRedact(readSettings(env, '/'));
  const address = Object.values(env).at(-1)?.split(',').at(-1) as string;

  test('has no secret in what is printed, as a whole or in parts', () => {
    for (const text of [
      address,
      `"${address}"`,
      ...SECRETS.filter((one) => address.includes(one)),
    ]) {
      const shown = redact(`Failed to parse URL from ${text}: refused`);
      expect(SECRETS.filter((secret) => shown.includes(secret))).toEqual([]);
      expect(shown).toMatch(/^Failed to parse URL from .*: refused$/);
    }
    if (address.includes('://')) {
      expect(redact(address)).toMatch(/^\w+:\/\/host\.example:8443\/…$/);
    }
  });

  test('has no secret in the log', () => {
    let lines = '';
    const write = (line: string) => {
      lines += line;
    };
    const log = createLog('info', redact, { write });
    const err = new Error(`no answer from ${address}`, { cause: new TypeError(address) });
    log.error({ err, address, deep: [{ address }] }, `no answer from ${address}`);
    expect(lines).toContain('no answer from');
    expect(SECRETS.filter((secret) => lines.includes(secret))).toEqual([]);
  });
});

test('short and public parts of addresses stay readable', () => {
  const env = {
    TOTE_RPC_URL: 'https://rpc.example/v2',
    TOTE_DATABASE_URL: 'postgres://me@db/tote',
  };
  const redact = createRedact(readSettings(env, '/'));
  expect(redact('me and tote at rpc.example, v2')).toBe('me and tote at rpc.example, v2');
  expect(redact('GET https://rpc.example/v2')).toBe('GET https://rpc.example/…');
});

test.each([
  ['TOTE_RPC_URL', 'http'],
  ['TOTE_DATABASE_URL', 'postgres'],
])('a start that fails prints no secret of %s', async (name, protocol) => {
  const dir = newFolder();
  const at = `127.0.0.1:${await findPort()}/path-secret-1?api-key=query-secret-1`;
  const env = {
    ...{ TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'trace', TOTE_DATA_DIR: dir },
    [name]: `${protocol}://user:paSS%2Fword@${at}`,
  };
  const run = runNode([BIN, 'start'], { env });
  expect(await run.ended).toBe(1);
  expect(run.text()).toContain('tote: ');
  expect(SECRETS.filter((secret) => run.text().includes(secret))).toEqual([]);
});
