import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, onTestFinished, test } from 'vitest';
import { newWallet, readService, useHome } from '../support/home.ts';

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
  const unnamed = await home.here(['doctor', ...at]);
  expect([unnamed.code, unnamed.json.error]).toEqual([2, expect.stringContaining('--program')]);
  const nobody = ['doctor', '--cluster', '--rpc', 'http://127.0.0.1:9/secret', '--json'];
  const away = await home.here([...nobody, '--program', TOTE_PROGRAM_ADDRESS]);
  expect([away.code, stateOf(away.json, 'node')]).toEqual([3, 'unreachable']);
  expect(away.out).not.toContain('secret');
});

/** Forwards every request, and changes the answers on the way. */
async function startProxy(
  target: string,
  change: (answer: Record<string, unknown>, path: string, body: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    const headers = { 'content-type': 'application/json' };
    const forwarded = await fetch(target + url, { method, headers, body: body || undefined });
    const answer = JSON.parse(await forwarded.text());
    change(answer, url, body);
    response.writeHead(forwarded.status, headers);
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('warns of a chain whose time is off by more than 5 s', async () => {
  let aheadMs = 0;
  const target = new URL(readService().baseUrl).origin;
  const url = await startProxy(target, (answer, path) => {
    if (path.endsWith('/config')) answer.now = new Date(Date.now() + aheadMs).toISOString();
  });
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
  const rpc = await startProxy(readService().rpcUrl, (answer, _, body) => {
    if (JSON.parse(body).method === 'getFirstAvailableBlock') answer.result = 9_000_000_000;
  });
  const { json } = await home.here([
    ...['doctor', '--cluster', '--rpc', rpc, '--program', TOTE_PROGRAM_ADDRESS, '--json'],
  ]);
  const found = (json as Findings).find(({ name }) => name === 'history');
  expect(found).toMatchObject({ state: 'warning' });
  expect(found?.text).toContain('nothing before slot 9000000000');
  expect(found?.text).toContain('--limit-ledger-size');
});
