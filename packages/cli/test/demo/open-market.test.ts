import { BETTORS } from '@tote/conditions/kinds/shared/scenario';
import { createTote } from '@tote/sdk';
import { expect, test } from 'vitest';
import { SCENARIOS } from '../../src/demo/demo-command.ts';
import { openMarket } from '../../src/demo/open-market.ts';
import { call, readService } from '../support/home.ts';

const OTHER = `market_${'1'.repeat(32)}`;

test('a market that is pending at first gets its bets once it is on chain', async () => {
  const statuses: number[] = [];
  const fetchLate = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init);
    if (init.method !== 'POST' || !url.endsWith('/markets')) return answer;
    statuses.push(answer.status);
    if (statuses.length > 1) return answer;
    const body = { ...((await answer.json()) as object), id: OTHER, state: 'pending' };
    return Response.json(body, { status: 202 });
  };
  const { apiKey } = await call('/sandbox/wallets', {});
  const url = readService().baseUrl;
  const tote = createTote({ url, credential: { apiKey }, fetch: fetchLate });
  const scenario = SCENARIOS.find(({ type }) => type === 'attested');
  const now = Date.parse((await call('/config')).now) / 1_000;
  const opened = await openMarket({
    scenario: scenario as (typeof SCENARIOS)[number],
    subjects: { now } as never,
    bettors: Object.fromEntries(BETTORS.map((who) => [who, tote])) as never,
    decimals: 9,
  });
  expect(statuses).toEqual([201, 201]);
  expect(opened.id).not.toBe(OTHER);
  expect(opened.pools).toEqual({ yes: 4_000_000_001n, no: 4_000_000_000n });
});
