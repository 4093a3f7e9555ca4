// The oracle of a market attests that its event happened, or gives its verdict after the expiry.
// Either resolves the market at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attestable, answerEndsAt, silenceOf } from '@tote/conditions/attestation';
import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { decidedBy, deciderOnChain } from '@tote/conditions/decided-by';
import { asAttested } from '@tote/conditions/evaluate';
import {
  DomainError,
  formatInstant,
  isBeforeExpiry,
  LIMITS,
  type Outcome,
  parseOutcome,
  phaseAt,
  refuseCharacters,
  type UnixSeconds,
} from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { ServiceKeys } from '../settings/keys.ts';
import {
  type Attestation,
  findAttestation,
  recordAttestation,
} from '../store/journal/attestations.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Store } from '../store/store.ts';
import { refuseMismatch } from '../submissions/check-gate.ts';
import { claimKey, type Idempotency } from '../submissions/idempotency.ts';
import { findProgramError } from '../submissions/land-and-ingest.ts';
import type { Log } from '../telemetry/log.ts';
import { type ResolveMarketContext, resolveMarket } from './end-market.ts';

const PROJECTION_POLL_MS = 50;

export interface AttestContext extends ResolveMarketContext {
  readonly keys: Pick<ServiceKeys, 'keeper' | 'oracle' | 'relayer'>;
  readonly store: Store;
  readonly log: Log;
  readonly wallMs: () => number;
  findMarket(id: string): Promise<MarketView | undefined>;
}

export interface AttestInput {
  readonly marketId: string;
  readonly outcome: string;
  readonly evidence: string;
}

/** Idempotent: the same evidence again returns the current market. */
export async function attest(
  context: AttestContext,
  caller: Caller,
  input: AttestInput,
  idempotency?: Idempotency,
): Promise<MarketView> {
  // Line breaks are allowed, because people read the evidence.
  const shown = input.evidence.replace(/[\p{Cs}]|(?![\n\t])\p{Cc}/gu, '\ufffd');
  refuseCharacters('evidence', input.evidence, shown);
  const market = await context.findMarket(input.marketId);
  if (!market) throw new DomainError('market_not_found', { marketId: input.marketId });
  const attested = checkOracle(context, caller, market);
  const isVerdict = silenceOf(attested) === 'refund';
  const outcome = parseOutcome(input.outcome);
  if (!isVerdict && outcome !== 'Yes') throw new DomainError('attestation_invalid');
  if (!market.end && market.isOracleDisabled) throw new DomainError('oracle_disabled');
  const { evidence } = input;
  const earlier = await findAttestation(context.store.db, market.id);
  const isSame = earlier?.outcome === outcome && earlier.evidence === evidence;
  if (!isSame || earlier.wallet !== caller.wallet) checkMoment(context, market, attested);
  const said = { market, outcome, evidence, endsAt: answerEndsAt(attested, market.expiresAt) };
  const attestation = await record(context, caller, said, idempotency);
  await resolveNow(context, market, attestation);
  return (await context.findMarket(market.id)) ?? market;
}

function checkOracle({ keys }: AttestContext, caller: Caller, market: MarketView): Attestable {
  const condition = asAttested(market.parsedCondition);
  const isAttested = deciderOnChain(market).source === 'attested';
  if (!isAttested || !condition) throw new DomainError('market_not_attested');
  const { subject: oracle } = market;
  if (caller.wallet !== oracle) throw new DomainError('oracle_required', { oracle });
  const { by } = decidedBy(market, keys.oracle.address);
  // Another oracle resolves its market on chain itself. We do not hold its key.
  if (by === 'other_oracle') throw new DomainError('oracle_key_missing');
  refuseMismatch(market);
  return condition;
}

function checkMoment({ chain }: AttestContext, market: MarketView, attested: Attestable): void {
  const endsAt = answerEndsAt(attested, market.expiresAt);
  const now = chain.clock.now();
  const isEarly = now < market.expiresAt;
  const isVerdict = silenceOf(attested) === 'refund';
  const isOver = isVerdict ? now > endsAt : !isEarly;
  if (isOver) throw tooLate(endsAt);
  if (market.end) throw given(market.end.outcome, endsAt);
  if (isVerdict && isEarly) {
    const params = { expireAt: formatInstant(market.expiresAt), endsAt: formatInstant(endsAt) };
    throw new DomainError('attestation_too_early', params);
  }
}

const tooLate = (endsAt: UnixSeconds) =>
  new DomainError('attestation_too_late', { endsAt: formatInstant(endsAt) });

/** A refunded market has no outcome. */
const given = (outcome: Outcome | null, endsAt: UnixSeconds) =>
  outcome ? new DomainError('attestation_given', { outcome }) : tooLate(endsAt);

async function record(
  { chain, store, wallMs }: AttestContext,
  caller: Caller,
  said: { market: MarketView; outcome: Outcome; evidence: string; endsAt: UnixSeconds },
  idempotency: Idempotency | undefined,
): Promise<Attestation> {
  const { market, outcome, evidence, endsAt } = said;
  const { wallet } = caller;
  const standing = await store.write(async (db) => {
    const claim = { wallet, request: idempotency, reference: market.id, wallMs: wallMs() };
    await claimKey(db, claim);
    const createdAt = chain.clock.now();
    return recordAttestation(db, { marketId: market.id, outcome, evidence, wallet, createdAt });
  });
  if (standing.outcome === outcome) return standing;
  // The keeper has already recorded that no attestation came in time.
  if (endsAt === market.expiresAt) throw tooLate(endsAt);
  throw given(standing.outcome, endsAt);
}

async function resolveNow(context: AttestContext, market: MarketView, attestation: Attestation) {
  // From its expiry on the keeper resolves an event.
  const isEarly = isBeforeExpiry(phaseAt(market, context.chain.clock.now()));
  if (market.end || isEarly !== market.isTriggered) return;
  const { keys, log } = context;
  const evidence = renderAttestedEvidence(market, attestation);
  const signal = AbortSignal.timeout(LIMITS.confirmWaitMsMax);
  try {
    const decided = { outcome: attestation.outcome, evidence, payer: keys.relayer };
    await resolveMarket({ ...context, signal }, market, decided);
  } catch (error) {
    if (findProgramError(error) === 'AlreadyResolved') return awaitEnd(context, market, signal);
    // The attestation is stored, so the keeper resolves the market later.
    const fields = { marketId: market.id, error };
    log.warn(fields, 'An attested market is not resolved yet');
  }
}

/** Somebody else resolved it, for example the keeper. Waits until the projection shows it. */
async function awaitEnd({ findMarket }: AttestContext, { id }: MarketView, signal: AbortSignal) {
  while (!signal.aborted && !(await findMarket(id))?.end) await sleep(PROJECTION_POLL_MS);
}
