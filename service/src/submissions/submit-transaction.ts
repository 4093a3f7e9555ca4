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
import {
  type SubmissionInput,
  type SubmittedTransaction,
  submitPrepared,
} from './wallet/submit.ts';

export async function submitTransaction(
  context: CommandContext,
  caller: Caller | null,
  transaction: string,
  idempotency?: Idempotency,
  checkPurpose?: SubmissionInput['checkPurpose'],
): Promise<TransactionRecord> {
  const input = { caller, transaction, idempotency, checkPurpose };
  const submission = await submitPrepared(context, input);
  const { signature, result } = submission;
  if ('error' in result) throw toDomainError(result.error, signature);
  const shared = { transactionId: signature, bets: await listBetRecords(context, submission) };
  return result.kind === 'landed'
    ? { ...shared, state: 'confirmed', slot: result.landed.slot }
    : { ...shared, state: 'pending' };
}

export async function listBetRecords(
  context: CommandContext,
  { signature, prepared, result }: SubmittedTransaction,
): Promise<BetRecord[]> {
  const { bets } = readIntent(prepared.intent);
  const { market_id: marketId } = prepared;
  if (bets.length === 0 || marketId === null) return [];
  const pools = (await context.findMarket(marketId))?.pools ?? EMPTY_POOLS;
  const now = context.chain.clock.now();
  return bets.map(({ outcome, amount, currency, instruction }, index) => {
    const shared = {
      betId: ownBetId(signature, instruction, index),
      marketId: marketId as MarketId,
      wallet: prepared.wallet as Address,
      ...{ outcome, amount, currency },
      transactionId: signature,
    };
    if (result.kind !== 'landed') return { ...shared, state: 'pending', pools, placedAt: now };
    const { landed } = result;
    const after = poolsAfter(context, landed, marketId, index);
    const placedAt = unixSeconds(landed.blockTime);
    return { ...shared, state: 'confirmed', pools: after, placedAt };
  });
}

function poolsAfter(
  { chain }: CommandContext,
  landed: LandedTransaction,
  marketId: string,
  index: number,
): Pools {
  const market = parseMarketId(marketId);
  const [event] = market ? findBetsPlaced(landed, chain.programAddress, [market]) : [];
  const bet = event?.bets[index];
  if (!bet) throw new DomainError('chain_unavailable');
  return poolsOf(bet.poolYes, bet.poolNo);
}
