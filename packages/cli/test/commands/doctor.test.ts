import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
import { newWallet, readService, refused, useHome } from '../support/home.ts';
import { startProxy } from '../support/servers.ts';

const home = useHome();
type Findings = { readonly name: string; readonly state: string; readonly text: string }[];
const stateOf = (findings: Findings, name: string) =>
  findings.find((each) => each.name === name)?.state;

test('finds what is there', async () => {
  const bare = await home.tote(['doctor', '--json']);
  expect(bare.code, bare.out).toBe(0);
  const names = ['versions', 'service', 'ready', 'program', 'clock', 'node'];
  for (const name of names) expect([name, stateOf(bare.json, name)]).toEqual([name, 'ok']);
  expect(stateOf(bare.json, 'wallet')).toBe('warning');
  const address = await newWallet(home);
  await home.here(['faucet', '2']);
  const { code, out } = await home.tote(['doctor']);
  expect(code).toBe(0);
  expect(out).toContain(`default, ${address}, 0 SOL on chain`);
  expect(out).toContain('2 SOL, 0 UTILITY, nothing allowed');
});

test('outside a clone the service names the node, or says that it has none', async () => {
  const elsewhere = { TOTE_DATA_DIR: home.dir };
  const { baseUrl, rpcUrl } = readService();
  const { code, json } = await home.here(['doctor', '--json', '--url', baseUrl], elsewhere);
  const found = (json as Findings).find(({ name }) => name === 'node');
  expect([code, found]).toEqual([
    0,
    { name: 'node', state: 'ok', text: expect.stringContaining(new URL(rpcUrl).origin) },
  ]);
  const url = await startProxy({
    rewrite: (answer) => answer.replace(/"rpcUrl":"[^"]+"/, '"rpcUrl":null'),
  });
  const silent = await home.here(['doctor', '--json', '--url', url], elsewhere);
  expect(stateOf(silent.json, 'node')).toBe('unreachable');
  expect(silent.out).toContain('names no node. Name one with --rpc.');
});

test('finds what is not there', async () => {
  const nobody = 'http://127.0.0.1:9/secret';
  const service = await home.here(['doctor', '--json', '--url', nobody]);
  expect([service.code, stateOf(service.json, 'service')]).toEqual([3, 'unreachable']);
  expect(stateOf(service.json, 'node')).toBe('ok');
  const node = await home.here(['doctor', '--json', '--rpc', nobody]);
  expect([node.code, stateOf(node.json, 'node')]).toEqual([3, 'unreachable']);
  expect(node.out).not.toContain('secret');
  const { rpcUrl } = readService();
  const swapped = await home.here(['doctor', '--json', '--url', rpcUrl]);
  expect(swapped.code).not.toBe(0);
});

test('--cluster finds what the service has', async () => {
  const at = ['--cluster', '--rpc', readService().rpcUrl, '--json'];
  const { code, json, out } = await home.here([
    ...['doctor', ...at, '--program', TOTE_PROGRAM_ADDRESS],
  ]);
  expect(code, out).toBe(0);
  const names = [
    'node',
    'feature',
    'websocket',
    'program',
    'upgrade authority',
    'history',
    'config',
    'relayer',
    'keeper',
  ];
  for (const name of [...names, 'utility', 'treasury', 'vaults']) {
    expect([name, stateOf(json, name)]).toEqual([name, 'ok']);
  }
  await refused(home.here(['doctor', ...at]), 2, '--program');
  const nobody = ['doctor', '--cluster', '--rpc', 'http://127.0.0.1:9/secret', '--json'];
  const away = await home.here([...nobody, '--program', TOTE_PROGRAM_ADDRESS]);
  expect([away.code, stateOf(away.json, 'node')]).toEqual([3, 'unreachable']);
  expect(away.out).not.toContain('secret');
});

test('warns of a chain whose time is off by more than 5 s', async () => {
  let aheadMs = 0;
  const now = () => `"now":"${new Date(Date.now() + aheadMs).toISOString()}"`;
  const url = await startProxy({ rewrite: (answer) => answer.replace(/"now":"[^"]+"/, now) });
  for (const [ms, state] of [
    [5_000, 'ok'],
    [60_000, 'warning'],
    [-60_000, 'warning'],
  ] as const) {
    aheadMs = ms;
    const { json } = await home.here(['doctor', '--json', '--url', url]);
    expect([ms, stateOf(json, 'chain time')]).toEqual([ms, state]);
  }
});

test('--cluster warns of a node that has lost the beginning of the history', async () => {
  const rewrite = (answer: string, sent: string) =>
    sent.includes('getFirstAvailableBlock')
      ? answer.replace(/"result":\d+/, '"result":9000000000')
      : answer;
  const rpc = await startProxy({ target: readService().rpcUrl, rewrite });
  const { json } = await home.here([
    ...['doctor', '--cluster', '--rpc', rpc, '--program', TOTE_PROGRAM_ADDRESS, '--json'],
  ]);
  const found = (json as Findings).find(({ name }) => name === 'history');
  expect(found).toMatchObject({ state: 'warning' });
  expect(found?.text).toContain('nothing before slot 9000000000');
  expect(found?.text).toContain('--limit-ledger-size');
});
