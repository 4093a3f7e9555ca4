// The compiled service with the other versions of Node that it supports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Run, runNode } from '../../../tools/test-setup/run-command.ts';
import type { DemoFile } from '../../src/embedded/demo.ts';
import { Api, type Credential } from '../faults/support/api.ts';
import { newFolder } from '../support/new-folder.ts';
import { findNode, NODE_VERSIONS } from '../support/node-binary.ts';

const BIN = fileURLToPath(new URL('../../../packages/cli/bin/tote.mjs', import.meta.url));

interface Service {
  readonly run: Run;
  readonly api: Api;
  readonly wallets: Record<string, Credential>;
}

async function start(node: string, dir: string): Promise<Service> {
  const env = {
    ...{ TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_SANDBOX: '1', TOTE_LOG_LEVEL: 'error' },
    TOTE_DATA_DIR: dir,
  };
  const run = runNode([BIN, 'start'], { node, env });
  await expect.poll(run.text).toContain('Tote runs at');
  const { baseUrl, wallets }: DemoFile = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
  const named = wallets.map(({ name, apiKey }) => [name, { apiKey }]);
  return { run, api: new Api(baseUrl), wallets: Object.fromEntries(named) };
}

async function stop({ run }: Service): Promise<void> {
  run.signal('SIGTERM');
  expect(await run.ended, run.text()).toBe(0);
}

test.for(NODE_VERSIONS)(
  'with Node %s, from creation to a paid winner',
  async (version, context) => {
    const node = findNode(version);
    if (node === undefined) return context.skip();
    const dir = newFolder();
    const first = await start(node, dir);
    const { api, wallets } = first;
    const { alice, bob } = wallets as Record<'alice' | 'bob', Credential>;
    const marketId = await api.createMarket(alice, { seconds: 3_600 });
    await api.betUntilPlaced(alice, { marketId, outcome: 'Yes', amount: 60 });
    await api.betUntilPlaced(bob, { marketId, outcome: 'No', amount: 40 });
    // Nobody says that it rained.
    const advance = { as: alice, body: { advanceSeconds: 3_601 } };
    expect(await api.call('POST', '/sandbox/clock', advance)).toMatchObject({ status: 200 });
    const readBalance = async (service: Service) =>
      (await service.api.get('/account', bob)).body.balances?.SOL;
    await expect.poll(() => readBalance(first)).toBe(154);
    await stop(first);

    const second = await start(node, dir);
    const { body: market } = await second.api.get(`/markets/${marketId}`);
    expect(market).toMatchObject({ winningOutcome: 'No', payoutRatio: { Yes: 0, No: 2.35 } });
    expect(await readBalance(second)).toBe(154);
    await stop(second);
  },
);
