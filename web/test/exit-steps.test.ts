import type { Address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { MARKET_FLAGS, type Market, MarketSource, MarketState } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { money } from '../src/exit/actions.ts';
import type { ChainMarket } from '../src/exit/chain/markets.ts';
import { readNodeUrl } from '../src/exit/chain/node.ts';
import { readKeyFile } from '../src/exit/key-file.ts';
import { nextStep, payoutOf } from '../src/exit/market-state.ts';

const OPEN = {
  state: MarketState.Open,
  source: MarketSource.Oracle,
  flags: 0,
  pools: [300n, 100n],
  openPositions: 2n,
  closesAt: 1_000n,
  expiresAt: 2_000n,
  refundAt: 3_000n,
  resolvedAt: 0n,
  vetoSeconds: 60,
  burnBps: 500,
  developerBps: 500,
};

const market = (fields: Partial<Market>, outcome: ChainMarket['outcome'] = null): ChainMarket => ({
  address: '' as Address,
  account: { ...OPEN, ...fields } as Market,
  currency: 'SOL',
  outcome,
  isOracleDisabled: false,
});

const resolved = { state: MarketState.Resolved, resolvedAt: 2_500n };
const fact = { source: MarketSource.StateFact };

describe('the next step', () => {
  test.each([
    ['an oracle decides, until the refund date', {}, 2_999, undefined],
    ['from the refund date on everybody gets the stake back', {}, 3_000, 'refund'],
    ['a fact is not decided before the expiry', fact, 1_999, undefined],
    ['a fact is decided from the expiry on', fact, 2_000, 'resolve'],
    ['a triggered fact earlier', { ...fact, flags: MARKET_FLAGS.triggered }, 500, 'resolve'],
    ['a fact, too, is refunded when it is late', fact, 3_000, 'refund'],
    ['an outcome of an oracle waits for a veto', resolved, 2_559, undefined],
    ['and is paid afterwards', resolved, 2_560, 'settle'],
    ['a fact waits for nobody', { ...resolved, ...fact }, 2_500, 'settle'],
    ['a market is closed when all are paid', { ...resolved, openPositions: 0n }, 2_560, 'close'],
    [
      'its account stays until the expiry, if its fees have moved',
      { ...fact, ...resolved, openPositions: 0n, flags: MARKET_FLAGS.feesMoved, resolvedAt: 900n },
      1_999,
      undefined,
    ],
    [
      'a refund is paid at once',
      { state: MarketState.Refunded, resolvedAt: 3_000n },
      3_000,
      'settle',
    ],
  ] as const)('%s', (_, fields, now, step) => {
    expect(nextStep(market(fields as Partial<Market>), unixSeconds(now))).toBe(step);
  });
});

test.each([
  ['without an outcome it is refunded at once', {}, 500, 'refund'],
  ['an outcome is vetoed while that is possible', resolved, 2_559, 'veto'],
  ['and stands afterwards', resolved, 2_560, 'settle'],
] as const)('a market whose oracle is disabled: %s', (_, fields, now, step) => {
  const disabled = { ...market(fields), isOracleDisabled: true };
  expect(nextStep(disabled, unixSeconds(now))).toBe(step);
});

test('a position gets its share after fees, or its stake', () => {
  const position = { market: '' as Address, stakeYes: 30n, stakeNo: 20n };
  // A tenth of 300, of 100 less 10 %.
  expect(payoutOf(market(resolved, 'Yes'), position)).toBe(30n + 9n);
  const refunded = { state: MarketState.Refunded, resolvedAt: 3_000n };
  expect(payoutOf(market(refunded, 'Yes'), position)).toBe(50n);
});

test('a node is asked over HTTPS, or on this machine', () => {
  expect(readNodeUrl(' https://node.example/?key=1 ').href).toBe('https://node.example/?key=1');
  expect(readNodeUrl('http://localhost:8899').port).toBe('8899');
  for (const text of ['', 'node.example', 'http://node.example', 'ws://localhost', 'file:///x']) {
    expect(() => readNodeUrl(text)).toThrow('RPC node');
  }
});

test('only 64 bytes are a key file', async () => {
  const bytes = Array.from({ length: 64 }, (_, index) => index);
  await expect(readKeyFile(JSON.stringify(bytes.slice(1)))).rejects.toThrow(
    'not a Solana key file',
  );
  await expect(readKeyFile(JSON.stringify([...bytes.slice(1), 256]))).rejects.toThrow('key file');
  await expect(readKeyFile('{"secret":1}')).rejects.toThrow('not a Solana key file');
});

test('an amount is shown with every digit, whatever the mint of UTILITY has', () => {
  const decimals = { SOL: 9, UTILITY: 9 };
  expect(money(1_234_000_000_001n, 'UTILITY', { decimals })).toMatch(
    /^1\D?234\D000000001 UTILITY$/,
  );
});
