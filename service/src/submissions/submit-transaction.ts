import type { Address } from '@solana/kit';
import { findBetsPlaced } from '@tote/chain/bets-placed';
import { type MarketId, ownBetId, parseMarketId } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { DomainError, EMPTY_POOLS, type Pools, poolsOf, unixSeconds } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { CommandContext } from './context.ts';
import type { Idempotency } from './idempotency.ts';
import { type BetRecord, type TransactionRecord, toDomainError } from './records.ts';
import { readIntent } from './wallet/intent.ts';
import { type SubmittedTransaction, submitPrepared } from './wallet/submit.ts';

export async function submitTransaction(
  context: CommandContext,
  caller: Caller | null,
  transaction: string,
  idempotency?: Idempotency,
): Promise<TransactionRecord> {
  const submission = await submitPrepared(context, { caller, transaction, idempotency });
  const { signature, result } = submission;
  if ('error' in result) throw toDomainError(result.error, signature);
  const bet = await findBetRecord(context, submission);
  const shared = { transactionId: signature, bets: bet ? [bet] : [] };
  return result.kind === 'landed'
    ? { ...shared, state: 'confirmed', slot: result.landed.slot }
    : { ...shared, state: 'pending' };
}

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
