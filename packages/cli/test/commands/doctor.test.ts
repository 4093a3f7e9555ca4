import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
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
    'websocket',
    'program',
    'upgrade authority',
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
