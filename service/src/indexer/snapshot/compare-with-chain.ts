// Compares a projection with all accounts of the program: each market, each bettor, each open
// position, and both vaults. It works beside bets: a difference counts when the next reading finds
// the same one.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { marketIdOf } from '@tote/chain/ids';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { listBettorAccounts, listMarketAccounts } from '@tote/chain/list-accounts';
import { CURRENCIES } from '@tote/domain';
import { type Bettor, type Market, NO_ADDRESS } from '@tote/program-client';
import {
  type AuditedMarket,
  findAudited,
  listAuditable,
} from '../../store/projection/audited-markets.ts';
import {
  listOpenPositions,
  type OpenPositionRow,
  walkBettors,
} from '../../store/projection/bettors.ts';
import { readMovements } from '../../store/projection/ledger.ts';
import { findCursor, PROGRAM_CURSOR } from '../../store/projection/transactions.ts';
import type { Db, Store } from '../../store/store.ts';
import { findDifference } from '../audit/auditor.ts';
import { differenceOf, readReserves } from '../audit/reserves.ts';
import { findFirstSlot, HistoryTrimmed } from '../history.ts';

const READINGS = 6;
/** Not longer: what differs is read again. */
const RESERVES_MS = 2_000;
const PAGE = 100;

interface CompareContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly wallMs: () => number;
  catchUp(): Promise<void>;
}

export interface Comparison {
  readonly markets: number;
  readonly bettors: number;
  readonly positions: number;
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

const keepSame = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) =>
  new Map([...now].filter(([account, text]) => before.get(account) === text));

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
    const page: Awaited<ReturnType<typeof listAuditable>> = await listAuditable(db, after, PAGE);
    for (const { id } of page) {
      const [audited] = await findAudited(db, [id]);
      if (audited?.row.account_closed !== 0n) continue;
      const address = audited.row.address as Address;
      const reason = compareMarket(audited, left.get(address));
      if (reason) differences.set(id, reason);
      left.delete(address);
      compared += 1;
    }
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
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

async function sumMovements(db: Db, bettor: string): Promise<Movements> {
  const sums: [bigint, bigint] = [0n, 0n];
  for await (const { currency, amount } of readMovements(db, bettor)) {
    const index = currency === 0n ? 0 : 1;
    sums[index] += amount;
  }
  return sums;
}

async function compareReserves(context: CompareContext, differences: Map<string, string>) {
  const { reserves } = await readReserves({ ...context, withinMs: RESERVES_MS });
  for (const currency of CURRENCIES) {
    const difference = differenceOf(reserves[currency]);
    if (difference === 0n) continue;
    differences.set(`the vault of ${currency}`, `it owes ${difference} more than all parts`);
  }
}

type Movements = readonly [sol: bigint, utility: bigint];

function compareBettor(
  { wallet, open, sums }: { wallet: string; open: readonly OpenPositionRow[]; sums: Movements },
  account: Bettor | undefined,
) {
  const [sol = 0n, utility = 0n] = account?.available ?? [];
  if (account && account.wallet !== wallet) return `its wallet is ${account.wallet}, not ${wallet}`;
  if (sums[0] !== sol) return `its balance is ${sol} lamports, not ${sums[0]}`;
  if (sums[1] !== utility) return `its balance is ${utility} of UTILITY, not ${sums[1]}`;
  const slots = (account?.slots ?? []).filter(({ market }) => market !== NO_ADDRESS);
  const onChain = new Map(slots.map(({ market, ...slot }) => [marketIdOf(market), slot]));
  for (const { market_id, stake_yes, stake_no } of open) {
    const slot = onChain.get(market_id as never);
    const [yes, no] = [slot?.stakeYes ?? 0n, slot?.stakeNo ?? 0n];
    onChain.delete(market_id as never);
    if (yes === stake_yes && no === stake_no) continue;
    return `its stakes in ${market_id} are ${yes} / ${no}, not ${stake_yes} / ${stake_no}`;
  }
  const [more] = onChain.keys();
  return more && `its position in ${more} has no row`;
}

function compareMarket(audited: AuditedMarket, account: Market | undefined): string | undefined {
  if (!account) return 'it has no account';
  const { row } = audited;
  if (row.sequence !== account.sequence) {
    return `it has ${row.sequence} events, and ${account.sequence} on chain`;
  }
  return findDifference(audited, account) ?? findOtherTerm(audited, account);
}

function findOtherTerm({ row }: AuditedMarket, account: Market): string | undefined {
  const unsigned = (value: bigint) => BigInt.asUintN(64, value);
  const pairs: readonly (readonly [what: string, ours: unknown, onChain: unknown])[] = [
    ['creator', row.creator, account.creator],
    ['currency', row.currency, BigInt(account.currency)],
    ['nonce', unsigned(row.nonce), account.nonce],
    ['minimum stake', unsigned(row.minimum_stake), account.minimumStake],
    ['burn share', row.burn_bps, BigInt(account.burnBps)],
    ['developer share', row.developer_bps, BigInt(account.developerBps)],
    ['veto time', row.veto_seconds, BigInt(account.vetoSeconds)],
    ['creation', row.created_at, account.createdAt],
    ['cutoff', row.closes_at, account.closesAt],
    ['expiry', row.expires_at, account.expiresAt],
    ['refund date', row.refund_at, account.refundAt],
    ['source', row.source, BigInt(account.source)],
    ['subject', row.subject, account.subject],
    ['owner of the fact', row.fact_owner, account.factOwner],
    ['outcome', row.outcome, BigInt(account.outcome)],
    ['reason of the refund', row.refund_reason, BigInt(account.refundReason)],
    ...compareText('question', row.question, account.questionHash),
    ...compareText('condition', row.condition, account.conditionHash),
  ];
  const wrong = pairs.find(([, ours, onChain]) => ours !== onChain);
  return wrong && `the ${wrong[0]}: ${wrong[1]}, and ${wrong[2]} on chain`;
}

/** The row of a text that is not UTF-8, or has a zero, differs from the text on chain. */
function compareText(what: string, text: string, hash: ArrayLike<number>) {
  if (text.includes('\ufffd')) return [];
  return [[what, sha256Hex(text), Buffer.from(Uint8Array.from(hash)).toString('hex')] as const];
}

/**
 * For a database whose cursor the node has deleted: what came right after it may be deleted, too,
 * or there may have been nothing. The accounts tell. Throws if something is missing.
 */
export async function requireComplete(context: Parameters<typeof compareWithChain>[0]) {
  const { chain, store } = context;
  const cursor = await findCursor(store.db, PROGRAM_CURSOR);
  const { differences, isSettled } = await compareWithChain(context);
  if (differences.size === 0 || !isSettled) return;
  throw new HistoryTrimmed(await findFirstSlot(chain), cursor?.slot);
}
