// The evidence of a market in its receipt, from the journal; the chain stores only its hash.
import { sha256Hex } from '@tote/chain/lib/sha256';
import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { deciderOnChain } from '@tote/conditions/decided-by';
import { asWeb } from '@tote/conditions/evaluate';
import { hashEvidenceAccount } from '@tote/conditions/hash-evidence-account';
import { SAMPLE_HASHES_PER_PAGE, type SampleHash } from '@tote/conditions/sample-hashes';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { readSources } from '@tote/conditions/web/judge-round';
import { readWebEvidence, readWebRound } from '@tote/conditions/web/web-evidence';
import type { WebRound } from '@tote/conditions/web/web-round';
import { findAttestation } from '../store/journal/attestations.ts';
import { findEvidence } from '../store/journal/evidence.ts';
import { findEvidenceHashes, listFailedRounds } from '../store/journal/samples.ts';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';
import { getFinalEnd, getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

export async function findReceiptEvidence(db: Db, market: MarketView, { evidenceHash }: MarketEnd) {
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
    fetches: listReceiptFetches(market, text),
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

function listReceiptFetches(market: Market, evidence: string) {
  return readWebEvidence(evidence)?.web.rounds.flatMap((round) => toFetched(market, round)) ?? [];
}

export async function listReceiptFailures(db: Db, market: Market) {
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

export async function listSampleHashes(
  context: QueryContext,
  { marketId, offset }: { readonly marketId: string; readonly offset: number },
): Promise<readonly SampleHash[]> {
  const market = await getMarket(context, marketId);
  const { evidenceHash } = getFinalEnd(market, context.chain.clock.now());
  if (evidenceHash === null) return [];
  const page = Math.floor(offset / SAMPLE_HASHES_PER_PAGE);
  const hashes = await findEvidenceHashes(context.store.db, { marketId, evidenceHash, page });
  return hashes.slice(offset % SAMPLE_HASHES_PER_PAGE);
}
