// Builds the API's record of a bet that a wallet signed itself.
import type { Address } from '@solana/kit';
import { findBetsPlaced } from '@tote/chain/bets-placed';
import { type MarketId, ownBetId, parseMarketId } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { DomainError, EMPTY_POOLS, type Pools, poolsOf, unixSeconds } from '@tote/domain';
import type { CommandContext } from '../context.ts';
import type { BetRecord } from '../records.ts';
import { readIntent } from './intent.ts';
import type { SubmittedTransaction } from './submit.ts';

/** Of a transaction that landed or is pending. Null if it carries no bet. */
export async function findBetRecord(
  context: CommandContext,
  { signature, prepared, result }: SubmittedTransaction,
): Promise<BetRecord | null> {
  const { bet } = readIntent(prepared.intent);
  const { marketId } = prepared;
  if (!bet || marketId === null) return null;
  const { outcome, amount, currency } = bet;
  const shared = {
    betId: ownBetId(signature, bet.instruction, 0),
    marketId: marketId as MarketId,
    wallet: prepared.wallet as Address,
    ...{ outcome, amount, currency },
    transactionId: signature,
  };
  if (result.kind === 'landed') {
    const { landed } = result;
    const pools = poolsAfter(context, landed, marketId);
    return { ...shared, state: 'confirmed', pools, placedAt: unixSeconds(landed.blockTime) };
  }
  const pools = (await context.findMarket(marketId))?.pools ?? EMPTY_POOLS;
  return { ...shared, state: 'pending', pools, placedAt: context.chain.clock.now() };
}

function poolsAfter({ chain }: CommandContext, landed: LandedTransaction, marketId: string): Pools {
  const market = parseMarketId(marketId);
  const [event] = market ? findBetsPlaced(landed, chain.programAddress, [market]) : [];
  const [bet] = event?.bets ?? [];
  if (!bet) throw new DomainError('chain_unavailable');
  return poolsOf(bet.poolYes, bet.poolNo);
}
