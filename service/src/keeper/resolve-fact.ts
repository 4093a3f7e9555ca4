// Finds the observation that decides a fact market, keeps it as evidence, and shows it to the
// program. Without a valid observation nothing is decided.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { encodeClauses, MarketSource } from '@tote/program-client';
import { resolveFactMarket } from '../commands/resolve-fact-market.ts';
import { evaluateCondition } from '../conditions/evaluate.ts';
import { findWitnesses } from '../conditions/evaluation/evaluate-fact.ts';
import type { Verdict } from '../conditions/evaluation/verdict.ts';
import { renderSampledEvidence } from '../conditions/sampled-evidence.ts';
import type { AccountSnapshot, Sample } from '../oracles/account-snapshot.ts';
import { findPythPushAddress } from '../oracles/derived-addresses.ts';
import { readSample } from '../oracles/read-sample.ts';
import { type ObservedEvidence, recordEvidence } from '../store/journal/evidence.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { findFact, type MarketFact } from './fact-of-market.ts';
import { StillWaiting } from './still-waiting.ts';
import type { TaskContext } from './task.ts';

/** Our clock may run ahead of the chain's by a little. */
const EARLY_TRIES = 40;
const EARLY_MS = 25;

export interface DecidedFact {
  readonly market: MarketView;
  readonly evidence: ObservedEvidence;
  /** The account to show to the program. */
  readonly witness: Address;
}

/** Keeps the evidence, then shows the account to the program. */
export type LandFact = (context: TaskContext, decided: DecidedFact) => Promise<void>;

export async function resolveFact(
  context: TaskContext,
  market: MarketView,
  land: LandFact = landFact,
): Promise<void> {
  const fact = await findFact(market);
  if (!fact || !(await isOnChain(context, market, fact))) {
    throw new StillWaiting('Its text and its fact do not belong together.');
  }
  for (let tries = 1; ; tries += 1) {
    const sample = await observe(context, market, fact);
    const moments = { ...market, now: sample.observedAt };
    const verdict = await evaluateCondition(fact.condition, { samples: [sample] }, moments);
    if (verdict.verdict !== 'unknown') return land(context, decide(market, sample, verdict));
    if (verdict.code !== 'not_due' || tries >= EARLY_TRIES) {
      throw new StillWaiting(sentence(verdict.reason));
    }
    await sleep(EARLY_MS, undefined, { signal: context.signal });
  }
}

/** Whoever created the market may have given it other clauses than its text says. */
async function isOnChain(
  { findMarketAccount }: TaskContext,
  { address }: MarketView,
  { decision }: MarketFact,
): Promise<boolean> {
  const account = await findMarketAccount(address);
  if (!account || !('clauses' in decision.decider)) return false;
  const said = encodeClauses(decision.decider.clauses);
  return (
    Buffer.compare(said, Uint8Array.from(account.clauses).subarray(0, account.clausesLen)) === 0
  );
}

/** The accounts that may decide it, as they are now; of price updates only the one that does. */
async function observe(
  { chain, priceUpdates }: TaskContext,
  { expiresAt, refundAt }: MarketView,
  { condition, decision }: MarketFact,
): Promise<Sample> {
  const { decider } = decision;
  if (decider.source === MarketSource.StateFact) return readSample(chain, [decider.account]);
  if (decider.source !== MarketSource.TimedFact || condition.type !== 'price_feed') {
    throw new StillWaiting('It cannot be observed from here.');
  }
  const { feedId, receiver } = condition;
  const accounts: Address[] = [await findPythPushAddress(feedId, { receiver })];
  if (chain.clock.now() >= expiresAt) {
    const wanted = { feedId, moment: expiresAt, keptUntil: refundAt };
    const posted = await priceUpdates?.post(wanted);
    if (posted) accounts.unshift(posted);
  }
  const sample = await readSample(chain, accounts);
  const [witness] = findWitnesses(decider, { samples: [sample] }, expiresAt);
  return witness ? { ...sample, accounts: [witness] } : sample;
}

function decide(market: MarketView, sample: Sample, verdict: Verdict): DecidedFact {
  const { id: marketId, condition, createdAt, expiresAt } = market;
  const [witness] = sample.accounts as readonly [AccountSnapshot];
  const now = sample.observedAt;
  const moments = { createdAt, expiresAt, now };
  const evidence = { samples: [sample] };
  const text = renderSampledEvidence({ marketId, condition, moments, evidence, verdict });
  const hash = createHash('sha256').update(Uint8Array.from(witness.data)).digest('hex');
  const record = { marketId, hash, text, createdAt: BigInt(now) };
  return { market, evidence: record, witness: witness.address };
}

/** Written before it is sent: what decided must not be lost with us. */
async function landFact(context: TaskContext, decided: DecidedFact): Promise<void> {
  const { market, evidence, witness } = decided;
  await context.store.write((db) => recordEvidence(db, evidence));
  await resolveFactMarket(context, market, witness);
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
