// Compares a projection with all accounts of the program: each market, each bettor, each open
// position, and both vaults. It works beside bets: a difference counts when the next reading finds
// the same one.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { marketIdOf } from '@tote/chain/ids';
import { listBettorAccounts, listMarketAccounts } from '@tote/chain/list-accounts';
import { CURRENCIES } from '@tote/domain';
import type { Bettor, Market } from '@tote/program-client';
import { findAudited, listAuditable } from '../../store/projection/audited-markets.ts';
import { readMovements } from '../../store/projection/read-ledger.ts';
import { listOpenPositions, walkBettors } from '../../store/snapshot/list-bettors.ts';
import type { Db, Store } from '../../store/store.ts';
import { differenceOf, readReserves } from '../audit/read-reserves.ts';
import { compareBettor, type Movements } from './compare-bettor.ts';
import { compareMarket } from './compare-market.ts';

/** How often everything is read while it keeps changing. */
const READINGS = 6;
/** Not longer: what differs is read again. */
const RESERVES_MS = 2_000;
const PAGE = 100;

interface CompareContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly wallMs: () => number;
  /** Applies everything that the chain has confirmed. */
  catchUp(): Promise<void>;
}

export interface Comparison {
  readonly markets: number;
  readonly bettors: number;
  readonly positions: number;
  /** What differs, by account. */
  readonly differences: ReadonlyMap<string, string>;
  /** False if they were still changing, so that it must be done again. */
  readonly isSettled: boolean;
}

export async function compareWithChain(context: CompareContext): Promise<Comparison> {
  let before: ReadonlyMap<string, string> = new Map();
  let found = await compareOnce(context);
  for (let reading = 1; reading < READINGS && found.differences.size > 0; reading += 1) {
    const same = keepSame(before, found.differences);
    if (same.size > 0) return { ...found, differences: same, isSettled: true };
    before = found.differences;
    found = await compareOnce(context);
  }
  const same = keepSame(before, found.differences);
  const isSettled = found.differences.size === 0 || same.size > 0;
  return { ...found, differences: isSettled ? same : found.differences, isSettled };
}

function keepSame(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map([...now].filter(([account, text]) => before.get(account) === text));
}

async function compareOnce(context: CompareContext): Promise<Omit<Comparison, 'isSettled'>> {
  const { chain, store, catchUp } = context;
  await catchUp();
  const [markets, bettors] = await Promise.all([
    listMarketAccounts(chain),
    listBettorAccounts(chain),
  ]);
  await catchUp();
  const differences = new Map<string, string>();
  const comparedMarkets = await compareMarkets(store.db, markets, differences);
  const compared = await compareBettors(store.db, bettors, differences);
  await compareReserves(context, differences);
  return { markets: comparedMarkets, ...compared, differences };
}

async function compareMarkets(
  db: Db,
  accounts: Map<Address, Market>,
  differences: Map<string, string>,
): Promise<number> {
  const left = new Map(accounts);
  let compared = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await listAuditable(db, after, PAGE);
    for (const id of ids) {
      const audited = await findAudited(db, id);
      if (audited?.row.account_closed !== 0n) continue;
      const address = audited.row.address as Address;
      const reason = compareMarket(audited, left.get(address));
      if (reason) differences.set(id, reason);
      left.delete(address);
      compared += 1;
    }
    after = ids.length < PAGE ? undefined : ids.at(-1);
  }
  for (const address of left.keys()) differences.set(marketIdOf(address), 'it has no row');
  return compared;
}

async function compareBettors(
  db: Db,
  accounts: Map<Address, Bettor>,
  differences: Map<string, string>,
): Promise<{ bettors: number; positions: number }> {
  const left = new Map(accounts);
  let [bettors, positions] = [0, 0];
  for await (const { address, wallet } of walkBettors(db)) {
    const account = left.get(address as Address);
    const open = await listOpenPositions(db, address);
    const sums = await sumMovements(db, address);
    const reason = compareBettor({ wallet, open, sums }, account);
    if (reason) differences.set(address, reason);
    left.delete(address as Address);
    bettors += 1;
    positions += open.length;
  }
  for (const address of left.keys()) differences.set(address, 'it has no row');
  return { bettors, positions };
}

/** What all deposits, bets, payouts and withdrawals come to. */
async function sumMovements(db: Db, bettor: string): Promise<Movements> {
  const sums: [bigint, bigint] = [0n, 0n];
  for await (const { currency, amount } of readMovements(db, bettor)) {
    const index = currency === 0n ? 0 : 1;
    sums[index] += amount;
  }
  return sums;
}

async function compareReserves(
  context: CompareContext,
  differences: Map<string, string>,
): Promise<void> {
  const { reserves } = await readReserves({ ...context, withinMs: RESERVES_MS });
  for (const currency of CURRENCIES) {
    const difference = differenceOf(reserves[currency]);
    if (difference === 0n) continue;
    differences.set(`the vault of ${currency}`, `it owes ${difference} more than all parts`);
  }
}
