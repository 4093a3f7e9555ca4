import type { Address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { type Market, MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { DisabledOracles } from '../../src/markets/disabled-oracles.ts';
import type { MarketEnd, MarketView } from '../../src/store/projection/market-view.ts';

const [CLOSES, EXPIRES, REFUND] = [1_000, 2_000, 3_000].map(unixSeconds) as [never, never, never];

const viewOf = (address: string, fields: Partial<MarketView> = {}) =>
  ({
    ...{ address, source: MarketSource.Oracle, end: null },
    ...{ closesAt: CLOSES, expiresAt: EXPIRES, refundAt: REFUND },
    ...fields,
  }) as MarketView;

function start(generations: Readonly<Record<string, number>>) {
  const read: Address[] = [];
  const current = { oracleDisabledBelow: 0 };
  const disabled = new DisabledOracles({
    clock: { now: () => unixSeconds(500) },
    live: { current } as never,
    async findMarketAccount(address) {
      read.push(address);
      const oracleGeneration = generations[address];
      return oracleGeneration === undefined ? null : ({ oracleGeneration } as Market);
    },
  });
  return { disabled, current, read };
}

test('nothing is read until an oracle is disabled', async () => {
  const { disabled, current, read } = start({ a: 0 });
  const market = viewOf('a');
  expect([disabled.isEmpty, disabled.peek(market)]).toEqual([true, market]);
  expect(await disabled.mark(market)).toBe(market);
  expect(read).toEqual([]);
  current.oracleDisabledBelow = 1;
  expect([disabled.isEmpty, disabled.peek(market)]).toEqual([false, undefined]);
});

test('only generations below are disabled, and each account is read once', async () => {
  const { disabled, current, read } = start({ a: 0, b: 1, c: 2 });
  const markets = ['a', 'b', 'c'].map((address) => viewOf(address));
  const marks = async () => {
    const marked = await Promise.all(markets.map((market) => disabled.mark(market)));
    return marked.map(({ isOracleDisabled }) => isOracleDisabled ?? false);
  };
  current.oracleDisabledBelow = 1;
  expect(await marks()).toEqual([true, false, false]);
  current.oracleDisabledBelow = 2;
  expect(await marks()).toEqual([true, true, false]);
  expect(read).toEqual(['a', 'b', 'c']);
  const [first] = markets as [MarketView];
  // The same object, so that what was rendered from it can be cached.
  expect(await disabled.mark(first)).toBe(disabled.peek(first));
  expect(first).not.toHaveProperty('isOracleDisabled');
});

test('facts, ended markets and closed accounts are left as they are', async () => {
  const { disabled, current, read } = start({ proposed: 0 });
  current.oracleDisabledBelow = 1;
  const end = { kind: 'resolved', resolvedAt: unixSeconds(400), vetoEndsAt: unixSeconds(400) };
  for (const market of [
    viewOf('timed', { source: MarketSource.TimedFact }),
    viewOf('state', { source: MarketSource.StateFact }),
    viewOf('ended', { end: end as MarketEnd }),
  ]) {
    expect(await disabled.mark(market)).toBe(market);
  }
  expect(read).toEqual([]);
  const closed = viewOf('closed');
  expect(await disabled.mark(closed)).toBe(closed);
  const running = { ...end, vetoEndsAt: unixSeconds(501) } as MarketEnd;
  const proposed = await disabled.mark(viewOf('proposed', { end: running }));
  expect(proposed.isOracleDisabled).toBe(true);
});
