import { sha256Hex } from '@tote/chain/lib/sha256';
import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { deciderOnChain } from '@tote/conditions/decided-by';
import { asWeb } from '@tote/conditions/evaluate';
import { hashEvidenceAccount } from '@tote/conditions/hash-evidence-account';
import { unpackLaunches } from '@tote/conditions/launches/launch-leaves';
import { SAMPLE_HASHES_PER_PAGE, unpackSampleHashes } from '@tote/conditions/sample-hashes';
import { asSampled } from '@tote/conditions/sampled-condition';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { readSources } from '@tote/conditions/web/judge-round';
import { readWebEvidence, readWebRound } from '@tote/conditions/web/web-evidence';
import type { WebRound } from '@tote/conditions/web/web-round';
import { currencyToCode, outcomeFromCode, payout, type UnixSeconds, ZERO } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import { findAttestation } from '../store/journal/attestations.ts';
import { findBaseline, findEvidence } from '../store/journal/evidence.ts';
import { findEvidencePage, listFailedRounds } from '../store/journal/samples.ts';
import { findConversion } from '../store/projection/fees.ts';
import { findMarketRow } from '../store/projection/market-cache.ts';
import {
  type MarketEnd,
  type MarketView,
  settlementOfView,
} from '../store/projection/market-view.ts';
import {
  findCollection,
  findMarketRule,
  listMarketTransactions,
  listSales,
  listSettledPositions,
  type MarketRule,
  type PayoutPage,
  sumSettlement,
} from '../store/projection/receipt-rows.ts';
import type { Db, Store } from '../store/store.ts';
import { getFinalEnd, getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

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
  const settlement = sums.get(state) ?? (await sumSettlement(store.db, id));
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
  const closings = ends.filter(({ kind }) => kind === 'closed');
  const [closed] = closings;
  const hasFees = market.end !== null && market.end.burn + market.end.developer > 0n;
  const collected =
    closed && hasFees
      ? await findCollection(store.db, BigInt(currencyToCode(market.currency)), closed.slot)
      : undefined;
  return [
    await findCreation(store.db, market),
    ...ends.filter(({ kind }) => kind !== 'closed'),
    ...listSettlements(payouts),
    ...closings,
    ...(collected ? [collected] : []),
    ...(await listBuybacks(store.db, market)),
  ];
}

async function findCreation(db: Db, { id, createdSignature, createdAt }: MarketView) {
  const slot = (await findMarketRow(db, id))?.created_slot ?? 0n;
  return { kind: 'created' as const, signature: createdSignature, slot, at: createdAt };
}

function listSettlements(payouts: Awaited<ReturnType<typeof listPayoutsOf>>): ReceiptTransaction[] {
  const settlements = new Map<string, ReceiptTransaction>();
  for (const { credited } of payouts) {
    if (credited) settlements.set(credited.signature, { kind: 'settled', ...credited });
  }
  return [...settlements.values()].sort((a, b) => Number(a.slot - b.slot));
}

/** The burn share is the range of the counter right below its value before the dust was added. */
async function listBuybacks(db: Db, { currency, end }: MarketView) {
  if (currency !== 'SOL' || !end || end.burnTotal === null || end.burn === 0n) return [];
  const to = end.burnTotal - end.dust;
  return listSales(db, { from: to - end.burn, to });
}

export async function listPayouts(context: QueryContext, page: PayoutPage) {
  const market = await getMarket(context, page.marketId);
  getFinalEnd(market, context.chain.clock.now());
  return listPayoutsOf(context, market, page);
}

async function listPayoutsOf({ store }: QueryContext, market: MarketView, page: PayoutPage) {
  const settlement = settlementOfView(market);
  const positions = await listSettledPositions(store.db, page);
  return positions.map(({ wallet, bettor, stakes, payout: credited, settled }) => {
    const position = { stakeYes: stakes.yes, stakeNo: stakes.no };
    const due = settlement ? payout(settlement, position) : ZERO;
    return { wallet, bettor, stakes, payout: credited ?? due, credited: settled };
  });
}

// The evidence of a market in its receipt, from the journal; the chain stores only its hash.

async function findReceiptEvidence(db: Db, market: MarketView, { evidenceHash }: MarketEnd) {
  if (evidenceHash === null) return null;
  const { source } = deciderOnChain(market);
  if (source === 'attested') return findAttested(db, market, evidenceHash);
  const text = await findEvidence(db, market.id, evidenceHash);
  if (text === undefined) return null;
  const record = readSampledEvidence(text);
  const observations = record?.evidence.samples ?? [];
  const hashes =
    source === 'fact'
      ? observations.flatMap(({ accounts }) =>
          accounts.map(({ data }) => hashEvidenceAccount(data)),
        )
      : [sha256Hex(text)];
  return {
    text,
    hashOf: source === 'fact' ? ('account' as const) : ('text' as const),
    // The account whose hash is on chain decided.
    hash: hashes.find((hash) => hash === evidenceHash) ?? hashes[0] ?? sha256Hex(''),
    observations,
    sampleHashes: record?.sampleHashes ?? null,
    fetches: readWebEvidence(text)?.web.rounds.flatMap((round) => toFetched(market, round)) ?? [],
    attestation: null,
  };
}

/** Another oracle may have signed the same outcome with other evidence; then the hash differs. */
async function findAttested(db: Db, market: MarketView, evidenceHash: string) {
  const attestation = await findAttestation(db, market.id);
  if (!attestation) return null;
  const text = renderAttestedEvidence(market, attestation);
  const hash = sha256Hex(text);
  if (hash !== evidenceHash) return null;
  const none = { observations: [], fetches: [], sampleHashes: null };
  return { text, hashOf: 'text' as const, hash, ...none, attestation };
}

type Market = Pick<MarketView, 'id' | 'parsedCondition'>;

async function listReceiptFailures(db: Db, market: Market) {
  if (!asWeb(market.parsedCondition)) return [];
  const failed = await listFailedRounds(db, market.id);
  return failed.map(({ at, reason, fetches }) => {
    // Their bodies are cut, so the values are only in the reason.
    const shown = readWebRound(fetches).map((fetch) => {
      return { fetch, value: null, failure: fetch.failure ?? null };
    });
    return { at, reason, fetches: shown };
  });
}

function toFetched({ parsedCondition }: Market, round: WebRound) {
  const condition = asWeb(parsedCondition);
  if (!condition) return [];
  const values = readSources(condition, round);
  return round.map((fetch, index) => {
    const value = values[index]?.value;
    return {
      fetch,
      value: value?.ok ? value.value : null,
      failure: value && !value.ok ? value.reason : null,
    };
  });
}

export const listSampleHashes = listLeaves(unpackSampleHashes);
export const listLaunches = listLeaves(unpackLaunches, true);

/** The leaves of the Merkle tree in the evidence: hashes of samples, or launches. */
function listLeaves<Leaf>(unpack: (page: Uint8Array) => readonly Leaf[], areLaunches = false) {
  return async (
    context: QueryContext,
    { marketId, offset }: { readonly marketId: string; readonly offset: number },
  ): Promise<readonly Leaf[]> => {
    const market = await getMarket(context, marketId);
    const { evidenceHash } = getFinalEnd(market, context.chain.clock.now());
    const { countsLaunches = false } = asSampled(market.parsedCondition) ?? {};
    if (evidenceHash === null || countsLaunches !== areLaunches) return [];
    const page = Math.floor(offset / SAMPLE_HASHES_PER_PAGE);
    const pages = await findEvidencePage(context.store.db, { marketId, evidenceHash, page });
    return pages.flatMap(unpack).slice(offset % SAMPLE_HASHES_PER_PAGE);
  };
}
