// Checks whether the condition of a gated market is met before we sign a bet in it.
import type { Chain } from '@tote/chain/chain';
import type { Condition, ParsedCondition } from '@tote/conditions/condition';
import { asWeb, measureCondition } from '@tote/conditions/evaluate';
import { readState } from '@tote/conditions/evaluation/evaluate-fact';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { asSampled } from '@tote/conditions/sampled-condition';
import { judgeValues } from '@tote/conditions/web/judge-round';
import type { WebCondition } from '@tote/conditions/web/web-condition';
import { DomainError, unixSeconds } from '@tote/domain';
import { decodeClauses, MarketSource } from '@tote/program-client';
import { FreshSamples } from '../keeper/observe/fresh-samples.ts';
import { findSource, type SampleSource } from '../keeper/observe/source-reader.ts';
import type { WebReader } from '../keeper/observe/web/web-reader.ts';
import { findDecidedMarkets } from '../store/journal/evidence.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Db, Store } from '../store/store.ts';

/** About a slot: bets that arrive together share one sample. */
const KEPT_MS = 400;
/** The first bets in a new market wait for its first count, up to five seconds. */
const COUNT_READS = 20;

type Web = Pick<WebReader, 'readNow'>;
type GatedMarket = Pick<MarketView, 'parsedCondition' | 'expiresAt'>;

/** Throws once it is met, or while it cannot be read. Undefined: nothing to check. */
export type CheckGate = (market: GatedMarket) => Promise<void> | undefined;

interface Gate {
  readonly condition: Condition;
  readonly source: Promise<SampleSource>;
}

export const gateSamples = (chain: Pick<Chain, 'rpc' | 'clock'>, store?: Store): FreshSamples =>
  new FreshSamples(chain, KEPT_MS, store && { store, reads: COUNT_READS });

export function createGate(
  chain: Pick<Chain, 'rpc' | 'clock'>,
  web: Web,
  samples = gateSamples(chain),
): CheckGate {
  const gates = new WeakMap<ParsedCondition, Gate | 'open'>();
  return (market) => {
    const { parsedCondition } = market;
    const wanted = asWeb(parsedCondition);
    if (wanted) return wanted.timing === 'at_expiry' ? undefined : checkSources(wanted, web);
    let gate = gates.get(parsedCondition);
    if (!gate) {
      gate = openGate(parsedCondition);
      gates.set(parsedCondition, gate);
    }
    return gate === 'open' ? undefined : check(samples, gate, market);
  };
}

function openGate(parsed: ParsedCondition): Gate | 'open' {
  const sampled = asSampled(parsed);
  if (!sampled?.isTriggered) return 'open';
  const { condition } = sampled;
  return { condition, source: findSource(condition) };
}

export function hasCheckedGate(market: Pick<MarketView, 'isGated' | 'parsedCondition'>): boolean {
  const { isGated, parsedCondition: condition } = market;
  const isChecked = asWeb(condition) ?? asSampled(condition)?.isTriggered;
  return isGated && Boolean(isChecked);
}

/** Uses answers up to a minute old: bets do not make us call sources more often. */
async function checkSources(condition: WebCondition, web: Web): Promise<void> {
  const judged = judgeValues(condition, await web.readNow(condition));
  if (!judged.ok) throw new DomainError('condition_unreadable', { reason: judged.reason });
  if (judged.value) throw new DomainError('condition_already_met');
}

async function check(
  samples: FreshSamples,
  { condition, source }: Gate,
  { expiresAt }: GatedMarket,
): Promise<void> {
  const sample = await samples.findOf(await source);
  // As if the market had always existed: a condition that was met before it is met now.
  const moments = { createdAt: unixSeconds(0), expiresAt, now: sample.observedAt };
  const reading = await measureCondition(condition, sample, moments);
  if (!reading.ok) throw new DomainError('condition_unreadable', { reason: reading.reason });
  if (reading.value.isMet) throw new DomainError('condition_already_met');
}

/** Throws once the journal has the result, written by any replica. */
export async function refuseDecided(db: Db, market: Pick<MarketView, 'id' | 'source'>) {
  if (!isOracleMarket(market)) return;
  const decided = await findDecidedMarkets(db, [market.id]);
  if (decided.has(market.id)) throw new DomainError('condition_already_met');
}

export async function refuseCertain(
  { store, chain, checkGate }: { store: Store; chain: Chain; checkGate: CheckGate },
  market: MarketView,
): Promise<void> {
  await refuseDecided(store.db, market);
  if (market.isGated) await checkGate(market);
  if (market.takesFactAccount) await refuseMetFact(chain, market);
}

async function refuseMetFact(chain: Chain, { address, subject, factOwner, expiresAt }: MarketView) {
  const [account, sample] = await Promise.all([
    chain.accounts.findMarket(address),
    readSample(chain, [subject]),
  ]);
  // The market account is closed, so it has ended; the projection will show that.
  if (!account) return;
  const bytes = Uint8Array.from(account.clauses).subarray(0, account.clausesLen);
  const clauses = decodeClauses(bytes, account.clauseCount);
  const fact = { source: MarketSource.StateFact, account: subject, factOwner, clauses } as const;
  const reading = readState(fact, sample, expiresAt);
  if (reading.ok && reading.value === 'Met') throw new DomainError('condition_already_met');
}

/** For bets of any signer that go through the service. */
export function refuseBets(market: Pick<MarketView, 'mismatch' | 'hidden'>): void {
  refuseMismatch(market);
  if (market.hidden) throw new DomainError('market_hidden', { reason: market.hidden.reason });
}

/** Refuses a market whose text does not match what decides it, for any signer. */
export function refuseMismatch({ mismatch }: Pick<MarketView, 'mismatch'>): void {
  if (mismatch !== null) throw new DomainError('market_mismatch');
}
