// Refuses bets on a certain result. The program checks facts itself; we check the rest.
import type { Chain } from '@tote/chain/chain';
import { readState } from '@tote/conditions/evaluation/evaluate-fact';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { DomainError } from '@tote/domain';
import { decodeClauses, MarketSource } from '@tote/program-client';
import { findDecidedMarkets } from '../store/journal/evidence.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';
import type { CommandContext } from './context.ts';

/** Throws once the journal has the result, written by any replica. */
export async function refuseDecided(
  db: Db,
  market: Pick<MarketView, 'id' | 'source'>,
): Promise<void> {
  if (!isOracleMarket(market)) return;
  const decided = await findDecidedMarkets(db, [market.id]);
  if (decided.has(market.id)) throw new DomainError('condition_already_met');
}

/** All checks that are possible before a wallet is asked to sign a bet. */
export async function refuseCertain(context: CommandContext, market: MarketView): Promise<void> {
  await refuseDecided(context.store.db, market);
  if (market.isGated) await context.checkGate(market);
  if (market.takesFactAccount) await refuseMetFact(context.chain, market);
}

/** Evaluates the clauses on chain, for which the program would refuse the bet. */
async function refuseMetFact(
  chain: Chain,
  { address, subject, factOwner, expiresAt }: MarketView,
): Promise<void> {
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

/** Refuses a market whose text does not match what decides it, for any signer. */
export function refuseMismatch({ mismatch }: Pick<MarketView, 'mismatch'>): void {
  if (mismatch !== null) throw new DomainError('market_mismatch');
}
