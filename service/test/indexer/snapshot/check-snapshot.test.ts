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

type Edit = Parameters<typeof editRow>[2];
const plus = (text: string | null | undefined, value: bigint) => String(BigInt(text ?? 0) + value);

/** Changed rows that the state of the accounts refutes. */
const LIES: readonly (readonly [what: string, table: string, edit: Edit, reason: RegExp])[] = [
  [
    'a pool',
    'markets',
    (row) => (row.state === '1' ? { ...row, pool_no: plus(row.pool_no, 1n) } : undefined),
    /pool of No/,
  ],
  [
    'a question',
    'markets',
    (row) => (row.account_closed === '0' ? { ...row, question: 'Another one?' } : undefined),
    /question/,
  ],
  [
    'an expiry',
    'markets',
    (row) =>
      row.account_closed === '0' ? { ...row, expires_at: plus(row.expires_at, 1n) } : undefined,
    /expiry/,
  ],
  [
    'an outcome',
    'markets',
    (row) =>
      row.account_closed === '0' && row.state === '2'
        ? { ...row, outcome: row.outcome === '1' ? '2' : '1' }
        : undefined,
    /outcome/,
  ],
  [
    'why it was refunded',
    'markets',
    (row) =>
      row.account_closed === '0' && row.refund_reason === '4'
        ? { ...row, refund_reason: '3' }
        : undefined,
    /reason of the refund/,
  ],
  [
    'a market that is left out',
    'markets',
    (row) => (row.account_closed === '0' ? null : undefined),
    /no row|no account|events/,
  ],
  [
    'a market that does not exist',
    'markets',
    (row) => (row.account_closed === '1' ? { ...row, account_closed: '0' } : undefined),
    /no account/,
  ],
  [
    'a deposit',
    'transfers',
    (row) => (row.kind === 'deposit' ? { ...row, amount: plus(row.amount, 1n) } : undefined),
    /balance/,
  ],
  ['a deposit that is left out', 'transfers', (row) => (row.kind ? null : undefined), /balance/],
  [
    'a payout',
    'positions',
    (row) => (row.payout !== null && row.payout !== '0' ? { ...row, payout: '1' } : undefined),
    /balance|money inside/,
  ],
  [
    'a stake on the other side',
    'positions',
    (row) =>
      row.payout === null && row.stake_yes !== '0'
        ? { ...row, stake_yes: plus(row.stake_yes, -1n), stake_no: plus(row.stake_no, 1n) }
        : undefined,
    /stakes/,
  ],
  ['a wallet', 'bettors', (row) => ({ ...row, wallet: row.address ?? '' }), /its wallet is/],
  ['a bettor that is left out', 'bettors', () => null, /no row/],
];

test('a lie about anything that accounts show is found, though the right key signed it', async () => {
  const { history, file } = await createSnapshot();
  const { oracle } = history.world;
  const accounts = await listBettorAccounts(history.chain);
  for (const [what, table, edit, reason] of LIES) {
    // One that was closed has no account that shows its wallet.
    const editShown: Edit = (row) =>
      table === 'bettors' && !accounts.has(row.address as Address) ? undefined : edit(row);
    const lying = rewrite(file, oracle, (lines) => editRow(lines, table, editShown));
    const { comparison } = await check(history, lying);
    expect([...comparison.differences.values()].join('\n'), what).toMatch(reason);
    expect(comparison.isSettled, what).toBe(true);
  }
});
