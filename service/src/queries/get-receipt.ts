// The receipt of an ended market: rule, evidence, payouts and the transactions that prove them.
import type { Address } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { deciderOnChain } from '@tote/conditions/decided-by';
import { currencyToCode, outcomeFromCode, payout, type UnixSeconds, ZERO } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import { findBaseline } from '../store/journal/evidence.ts';
import { findConversion } from '../store/projection/fees.ts';
import { findMarketRow } from '../store/projection/market-cache.ts';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';
import { settlementOfView } from '../store/projection/market-view.ts';
import {
  findCollection,
  findMarketRule,
  listMarketTransactions,
  listSales,
  listSettledPositions,
  type MarketRule,
  sumSettlement,
} from '../store/projection/receipt-rows.ts';
import type { Store } from '../store/store.ts';
import { getFinalEnd, getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';
import { findReceiptEvidence, listReceiptFailures } from './receipt.ts';

export const RECEIPT_TRANSACTIONS = [
  ...(['created', 'resolved', 'vetoed', 'refunded', 'settled'] as const),
  ...(['closed', 'collected', 'bought_back'] as const),
];

interface ReceiptTransaction {
  readonly kind: (typeof RECEIPT_TRANSACTIONS)[number];
  readonly signature: string;
  readonly slot: bigint;
  readonly at: UnixSeconds;
}

interface PayoutPage {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  readonly after?: Address;
}

export type Receipt = Awaited<ReturnType<typeof getReceipt>>;
export type PayoutRecord = Receipt['payouts'][number];

export async function getReceipt(context: QueryContext, page: PayoutPage) {
  const { chain, store } = context;
  const market = await getMarket(context, page.marketId);
  const end = getFinalEnd(market, chain.clock.now());
  const payouts = await listPayoutsOf(context, market, page);
  return {
    market,
    end,
    rule: {
      ...toRule(market, await findMarketRule(store.db, market.id)),
      baseline: await findBaseline(store.db, market.id),
    },
    evidence: await findReceiptEvidence(store.db, market, end),
    failedRounds: await listReceiptFailures(store.db, market),
    vetoedOutcome: await findVetoed(context, market, end),
    settlement: await sumOnce(context, market),
    payouts,
    transactions: await listTransactions(context, market, payouts),
    buyback: await findConversion(store.db, market),
  };
}

const SUMS_CACHED = 1_000;
type Sums = Awaited<ReturnType<typeof sumSettlement>>;
const sumsOf = new WeakMap<Store, LRUCache<string, Sums>>();

async function sumOnce({ store }: QueryContext, { id, sequence }: MarketView): Promise<Sums> {
  const sums = sumsOf.get(store) ?? new LRUCache({ max: SUMS_CACHED });
  sumsOf.set(store, sums);
  const state = `${id} ${sequence}`;
  const known = sums.get(state);
  if (known) return known;
  const settlement = await sumSettlement(store.db, id);
  sums.set(state, settlement);
  return settlement;
}

function toRule(market: MarketView, kept: MarketRule | undefined) {
  const { source, ...decider } = deciderOnChain(market);
  return {
    source,
    questionHash: sha256Hex(market.question),
    conditionHash: sha256Hex(market.condition),
    onChain: kept ?? null,
    oracle: 'oracle' in decider ? decider.oracle : null,
    fact: 'owner' in decider ? { ...decider, clauses: kept?.clauses ?? [] } : null,
  };
}

/** A vetoed market has no outcome in its view, but its row keeps the vetoed one. */
async function findVetoed({ store }: QueryContext, { id }: MarketView, { outcome }: MarketEnd) {
  if (outcome !== null) return null;
  const row = await findMarketRow(store.db, id);
  return row ? outcomeFromCode(Number(row.outcome)) : null;
}

async function listTransactions(
  { store }: QueryContext,
  market: MarketView,
  payouts: Awaited<ReturnType<typeof listPayoutsOf>>,
): Promise<ReceiptTransaction[]> {
  const ends = await listMarketTransactions(store.db, market.id);
  const [closed] = ends.filter(({ kind }) => kind === 'closed');
  const hasFees = market.end !== null && market.end.burn + market.end.developer > 0n;
  const collected =
    closed && hasFees
      ? await findCollection(store.db, BigInt(currencyToCode(market.currency)), closed.slot)
      : undefined;
  return [
    await findCreation(store.db, market),
    ...ends.filter(({ kind }) => kind !== 'closed'),
    ...listSettlements(payouts),
    ...ends.filter(({ kind }) => kind === 'closed'),
    ...(collected ? [collected] : []),
    ...(await listBuybacks(store.db, market)),
  ];
}

async function findCreation(
  db: QueryContext['store']['db'],
  { id, createdSignature, createdAt }: MarketView,
): Promise<ReceiptTransaction> {
  const slot = (await findMarketRow(db, id))?.created_slot ?? 0n;
  return { kind: 'created', signature: createdSignature, slot, at: createdAt };
}

function listSettlements(payouts: Awaited<ReturnType<typeof listPayoutsOf>>): ReceiptTransaction[] {
  const settlements = new Map<string, ReceiptTransaction>();
  for (const { credited } of payouts) {
    if (credited) settlements.set(credited.signature, { kind: 'settled', ...credited });
  }
  return [...settlements.values()].sort((a, b) => Number(a.slot - b.slot));
}

/** The burn share is the range of the counter right below its value before the dust was added. */
async function listBuybacks(
  db: QueryContext['store']['db'],
  { currency, end }: MarketView,
): Promise<ReceiptTransaction[]> {
  if (currency !== 'SOL' || !end || end.burnTotal === null || end.burn === 0n) return [];
  const to = end.burnTotal - end.dust;
  return listSales(db, { from: to - end.burn, to });
}

export async function listPayouts(context: QueryContext, page: PayoutPage) {
  const market = await getMarket(context, page.marketId);
  getFinalEnd(market, context.chain.clock.now());
  return listPayoutsOf(context, market, page);
}

async function listPayoutsOf(
  { store }: Pick<QueryContext, 'store'>,
  market: MarketView,
  page: PayoutPage,
) {
  const settlement = settlementOfView(market);
  const positions = await listSettledPositions(store.db, page);
  return positions.map(({ wallet, bettor, stakes, payout: credited, settled }) => {
    const position = { stakeYes: stakes.yes, stakeNo: stakes.no };
    const due = settlement ? payout(settlement, position) : ZERO;
    return { wallet, bettor, stakes, payout: credited ?? due, credited: settled };
  });
}
