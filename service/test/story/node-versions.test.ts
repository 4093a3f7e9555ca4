// The compiled service with the other versions of Node that it supports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Run, runNode } from '../../../tools/test-setup/run-command.ts';
import { newFolder } from '../support/new-folder.ts';
import { findNode, NODE_VERSIONS } from '../support/node-binary.ts';

const BIN = fileURLToPath(new URL('../../../packages/cli/bin/tote.mjs', import.meta.url));

interface Service {
  readonly run: Run;
  call(path: string, wallet?: string, body?: object): Promise<Record<string, unknown>>;
}

async function start(node: string, dir: string): Promise<Service> {
  const env = {
    ...{ TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_SANDBOX: '1', TOTE_LOG_LEVEL: 'error' },
    TOTE_DATA_DIR: dir,
  };
  const run = runNode([BIN, 'start'], { node, env });
  await expect.poll(run.text).toContain('Tote runs at');
  const { baseUrl, wallets } = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
  return {
    run,
    async call(path, wallet, body) {
      const key = wallets.find(({ name }: { name: string }) => name === wallet)?.apiKey;
      const response = await fetch(`${baseUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      expect(response.ok, JSON.stringify(answer)).toBe(true);
      return answer;
    },
  };
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
    const { id } = await first.call('/markets', 'alice', {
      ...{ question: 'Will it rain in Lisbon?', outcomes: ['Yes', 'No'], currency: 'SOL' },
      expireAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await first.call(`/markets/${id}/bets`, 'alice', { outcome: 'Yes', amount: 60 });
    await first.call(`/markets/${id}/bets`, 'bob', { outcome: 'No', amount: 40 });
    // Nobody says that it rained.
    await first.call('/sandbox/clock', 'alice', { advanceSeconds: 3_601 });
    const readBalance = async ({ call }: Service) =>
      ((await call('/account', 'bob')).balances as Record<string, unknown>).SOL;
    await expect.poll(() => readBalance(first)).toBe(154);
    await stop(first);

    const second = await start(node, dir);
    const market = await second.call(`/markets/${id}`);
    expect(market).toMatchObject({ winningOutcome: 'No', payoutRatio: { Yes: 0, No: 2.35 } });
    expect(await readBalance(second)).toBe(154);
    await stop(second);
  },
);
