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

test('--cluster warns of a node that has lost the beginning of the history', async () => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body);
    const headers = { 'content-type': 'application/json' };
    response.writeHead(200, headers);
    if (method === 'getFirstAvailableBlock') {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: 9_000_000_000 }));
      return;
    }
    const answer = await fetch(readService().rpcUrl, { method: 'POST', headers, body });
    response.end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const rpc = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { json } = await home.here([
    ...['doctor', '--cluster', '--rpc', rpc, '--program', TOTE_PROGRAM_ADDRESS, '--json'],
  ]);
  const found = (json as Findings).find(({ name }) => name === 'history');
  expect(found).toMatchObject({ state: 'warning' });
  expect(found?.text).toContain('nothing before slot 9000000000');
  expect(found?.text).toContain('--limit-ledger-size');
});
