import type { Address } from '@solana/kit';
import { listBettorAccounts } from '@tote/chain/list-accounts';
import { expect, test } from 'vitest';
import { checkSnapshot } from '../../../src/indexer/snapshot/restore-snapshot.ts';
import type { History } from '../../support/history.ts';
import { TestLog } from '../../support/test-log.ts';
import { createSnapshot, editRow, playOn, rewrite } from './snapshot-world.ts';

const wallMs = () => Date.now();

const check = ({ chain }: History, file: string) =>
  checkSnapshot({ file, chain, wallMs, log: new TestLog() });

test('a true snapshot has no difference, also after more has happened', async () => {
  const { history, open, file } = await createSnapshot();
  const { comparison, unchecked } = await check(history, file);
  expect(comparison).toMatchObject({ isSettled: true, bettors: 4, markets: 7 });
  expect(comparison.differences).toEqual(new Map());
  expect(comparison.positions).toBe(3);
  expect(unchecked).toMatchObject({ markets: 3 });
  expect(unchecked.bets).toBeGreaterThan(0);

  await playOn(history, open);
  const later = await check(history, file);
  expect(later.comparison).toMatchObject({ isSettled: true, bettors: 6, markets: 8 });
  expect(later.comparison.differences).toEqual(new Map());
});

type Row = Record<string, string | null>;
/** Undefined: not this row; null: it is left out. */
type Edit = (row: Row) => Row | null | undefined;

const plus = (row: Row, column: string, value: bigint) => ({
  [column]: String(BigInt(row[column] ?? 0) + value),
});
const EXISTS = { account_closed: '0' };

/** Changes of the first row that is like `where`; the state of the accounts refutes each. */
const LIES: readonly (readonly [
  what: string,
  table: string,
  where: Row | ((row: Row) => boolean),
  change: Edit,
  reason: RegExp,
])[] = [
  ['a pool', 'markets', { state: '1' }, (row) => plus(row, 'pool_no', 1n), /pool of No/],
  ['a question', 'markets', EXISTS, () => ({ question: 'Another one?' }), /question/],
  ['an expiry', 'markets', EXISTS, (row) => plus(row, 'expires_at', 1n), /expiry/],
  [
    ...(['an outcome', 'markets', { ...EXISTS, state: '2' }] as const),
    (row) => ({ outcome: row.outcome === '1' ? '2' : '1' }),
    /outcome/,
  ],
  [
    ...(['why it was refunded', 'markets', { ...EXISTS, refund_reason: '4' }] as const),
    () => ({ refund_reason: '3' }),
    /reason of the refund/,
  ],
  ['a market that is left out', 'markets', EXISTS, () => null, /no row|no account|events/],
  [
    ...(['a market that does not exist', 'markets', { account_closed: '1' }] as const),
    () => EXISTS,
    /no account/,
  ],
  ['a deposit', 'transfers', { kind: 'deposit' }, (row) => plus(row, 'amount', 1n), /balance/],
  ['a deposit that is left out', 'transfers', {}, () => null, /balance/],
  [
    ...(['a payout', 'positions'] as const),
    ({ payout }) => payout !== null && payout !== '0',
    () => ({ payout: '1' }),
    /balance|money inside/,
  ],
  [
    ...(['a stake on the other side', 'positions'] as const),
    ({ payout, stake_yes }) => payout === null && stake_yes !== '0',
    (row) => ({ ...plus(row, 'stake_yes', -1n), ...plus(row, 'stake_no', 1n) }),
    /stakes/,
  ],
  ['a wallet', 'bettors', {}, ({ address = '' }) => ({ wallet: address }), /its wallet is/],
  ['a bettor that is left out', 'bettors', {}, () => null, /no row/],
];

const isLike = (row: Row, where: (typeof LIES)[number][2]) =>
  typeof where === 'function'
    ? where(row)
    : Object.entries(where).every(([column, value]) => row[column] === value);

test('a lie about anything that accounts show is found, though the right key signed it', async () => {
  const { history, file } = await createSnapshot();
  const { oracle } = history.world;
  const accounts = await listBettorAccounts(history.chain);
  for (const [what, table, where, change, reason] of LIES) {
    const edit: Edit = (row) => {
      // One that was closed has no account that shows its wallet.
      const isHidden = table === 'bettors' && !accounts.has(row.address as Address);
      if (isHidden || !isLike(row, where)) return undefined;
      const changed = change(row);
      return changed && { ...row, ...changed };
    };
    const lying = rewrite(file, oracle, (lines) => editRow(lines, table, edit));
    const { comparison } = await check(history, lying);
    expect([...comparison.differences.values()].join('\n'), what).toMatch(reason);
    expect(comparison.isSettled, what).toBe(true);
  }
});
