// The leaderboard, compared with one that is summed and sorted here: in each window and currency,
// with ties, page by page.

import { encodeBase58 } from '@tote/chain/lib/base58';
import { sha256 } from '@tote/chain/lib/sha256';
import type { Currency } from '@tote/domain';
import { expect, test } from 'vitest';
import { Chance } from '../../../tools/soak/chance.ts';
import { insertBettors } from '../../src/store/projection/bettors.ts';
import { addProfits, listLeaders, WINDOWS } from '../../src/store/projection/profits.ts';
import type { Db, Store } from '../../src/store/store.ts';
import { describeEngines } from './support/engines.ts';

type Leader = Awaited<ReturnType<typeof listLeaders>>['leaders'][number];

interface SettledPosition {
  readonly bettor: string;
  readonly stake_yes: bigint;
  readonly stake_no: bigint;
  readonly payout: bigint;
  readonly currency: bigint;
  readonly settled_at: bigint;
  readonly isRefund: boolean;
}

const add = (db: Db, positions: readonly SettledPosition[]) =>
  addProfits(
    db,
    positions.map(({ currency, settled_at, isRefund, ...position }) => ({
      ...{ currency, settled_at, isRefund, paid: [position] },
    })),
  );

const TODAY = 20_000n;
const DAY = 86_400n;
const BETTORS = Array.from({ length: 30 }, (_, index) => encodeBase58(sha256(`bettor ${index}`)));
const CURRENCIES = { SOL: 0n, UTILITY: 1n } as const satisfies Record<Currency, bigint>;
const SINCE = { day: TODAY, week: TODAY - 6n, all: 0n };

/** Small profits, so that many are equal. All within a week: older ones need positions. */
function makePositions(chance: Chance, count: number): SettledPosition[] {
  return Array.from({ length: count }, () => ({
    bettor: chance.pick(BETTORS),
    stake_yes: BigInt(chance.between(0, 3)),
    stake_no: BigInt(chance.between(0, 3)),
    currency: BigInt(chance.pick([0, 0, 1])),
    payout: BigInt(chance.between(0, 4)),
    settled_at: (TODAY - BigInt(chance.between(0, 7))) * DAY + BigInt(chance.between(0, 86_400)),
    isRefund: chance.between(0, 5) === 0,
  }));
}

function rank(positions: readonly SettledPosition[], currency: Currency, since: bigint): Leader[] {
  const profits = new Map<string, bigint>();
  for (const { bettor, stake_yes, stake_no, payout, settled_at, currency: code } of positions) {
    if (code !== CURRENCIES[currency] || settled_at / DAY < since) continue;
    profits.set(bettor, (profits.get(bettor) ?? 0n) + payout - stake_yes - stake_no);
  }
  return [...profits]
    .sort(([a, x], [b, y]) => Number(y - x) || (a < b ? -1 : 1))
    .map(([bettor, profit], index) => ({
      rank: index + 1,
      wallet: bettor === BETTORS[0] ? bettor : `wallet of ${bettor}`,
      ...{ bettor, profit },
    }));
}

async function readPages(
  { db }: Store,
  page: Omit<Parameters<typeof listLeaders>[1], 'cursor'>,
): Promise<Leader[]> {
  const all: Leader[] = [];
  for (let cursor: string | undefined; ; ) {
    const { leaders, nextCursor } = await listLeaders(db, { ...page, cursor }, TODAY);
    all.push(...leaders);
    if (nextCursor === null) return all;
    expect(leaders).toHaveLength(page.limit);
    cursor = nextCursor;
  }
}

describeEngines(['postgres', 'memory'], (engine) => {
  test('every window and currency, in pages of any size', async () => {
    const store = await engine.open();
    const chance = new Chance(Number(process.env.TOTE_SEED ?? 17), 'leaders');
    const positions = makePositions(chance, 200);
    // The first has no wallet yet.
    const known = BETTORS.slice(1);
    await store.write(async (db) => {
      await insertBettors(
        db,
        known.map((bettor) => ({ address: bettor, wallet: `wallet of ${bettor}` })),
      );
      for (let from = 0; from < positions.length; from += 7) {
        await add(db, positions.slice(from, from + 7));
      }
    });
    for (const window of WINDOWS) {
      for (const currency of ['SOL', 'UTILITY'] as const) {
        const expected = rank(positions, currency, SINCE[window]);
        for (const limit of [1, 3, 100]) {
          const found = await readPages(store, { window, currency, limit });
          expect(found, `${window} ${currency} ${limit}`).toEqual(expected);
        }
      }
    }
    expect(rank(positions, 'SOL', 0n).length).toBeGreaterThan(20);
  });

  test('sums beyond 64 bits stay at their limit', async () => {
    const store = await engine.open();
    const most = 2n ** 63n - 1n;
    const [bettor = ''] = BETTORS;
    const huge = { bettor, currency: 0n, settled_at: TODAY * DAY, isRefund: false, stake_no: 0n };
    const win = { ...huge, stake_yes: 0n, payout: most };
    const loss = { ...huge, stake_yes: most, payout: 0n };
    const profit = async () => {
      const page = { window: 'week', currency: 'SOL', limit: 1 } as const;
      return (await listLeaders(store.db, page, TODAY)).leaders[0]?.profit;
    };
    await store.write((db) => add(db, [win, win]));
    expect(await profit()).toBe(most);
    await store.write((db) => add(db, [win]));
    expect(await profit()).toBe(most);
    for (const _ of [1, 2, 3]) await store.write((db) => add(db, [loss]));
    expect(await profit()).toBe(-most);
  });
});
