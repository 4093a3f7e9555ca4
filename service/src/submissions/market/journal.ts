// Stores a market's transaction, its key and its first stake, before it is sent.

import { delegatedBetId } from '@tote/chain/ids';
import type { SignedTransaction } from '@tote/chain/landing';
import { type Lifetime, signInstructions } from '@tote/chain/sign-transaction';
import { outcomeToCode } from '@tote/domain';
import {
  type DraftStake,
  type MarketDraft,
  toInstructions,
} from '../../commands/create-market/draft.ts';
import type { MarketContext } from '../../commands/create-market.ts';
import { allocateBetIds, counterName } from '../../store/journal/bet-counters.ts';
import { recordWarnings } from '../../store/journal/market-warnings.ts';
import { claimRequests, moveRequest } from '../../store/journal/requests.ts';
import { insertSubmission } from '../../store/journal/submissions.ts';
import { formatBets, type SubmittedBetRow } from '../../store/journal/submitted-bets.ts';
import type { Db } from '../../store/store.ts';
import type { Idempotency } from '../../use-cases/use-cases.ts';

export interface JournaledMarket {
  readonly signed: SignedTransaction;
  /** Unix seconds, the chain's time. */
  readonly createdAt: bigint;
  /** The first stake. */
  readonly bet?: SubmittedBetRow;
}

/** `taken`: the key belongs to another request. */
export async function journalMarket(
  context: MarketContext,
  draft: MarketDraft,
  request?: Idempotency & { takesOver?: string },
): Promise<JournaledMarket | 'taken'> {
  const { chain, store, crash, wallMs } = context;
  const lifetime = await chain.blockhashes.latest();
  const now = BigInt(chain.clock.now());
  crash.reach('K0');
  return store.write(async (db) => {
    const betId = draft.stake && (await allocateOne(db, draft.stake));
    const signed = signMarket(context, draft, lifetime, betId);
    if (request) {
      const named = { wallet: draft.view.creator, idempotencyKey: request.key };
      const reference = signed.signature;
      const createdAt = BigInt(Math.floor(wallMs() / 1000));
      const isOurs =
        request.takesOver === undefined
          ? (
              await claimRequests(db, [
                { ...named, requestHash: request.requestHash, reference, createdAt },
              ])
            ).has(reference)
          : await moveRequest(db, named, request.takesOver, reference);
      if (!isOurs) return 'taken';
    }
    crash.reach('K1');
    const submission = { kind: 'create-market', marketId: draft.view.id, createdAt: now } as const;
    const bet =
      draft.stake && betId !== undefined
        ? toRow(draft, draft.stake, betId, { signature: signed.signature, now })
        : undefined;
    const bets = bet && formatBets([{ ...bet, idempotency_key: request?.key ?? null }]);
    await insertSubmission(db, { ...signed, ...submission, ...(bets && { bets }) });
    await recordWarnings(db, draft.view.id, draft.compiled.warnings);
    return { signed, createdAt: now, ...(bet && { bet }) };
  });
}

export function signMarket(
  context: MarketContext,
  draft: MarketDraft,
  lifetime: Lifetime,
  betId: bigint | undefined,
): SignedTransaction {
  const id = betId === undefined ? undefined : Number(betId);
  return signInstructions(toInstructions(context, draft, id), [context.relayer], lifetime);
}

async function allocateOne(db: Db, { bettor }: DraftStake): Promise<bigint> {
  const { address, epoch, highestBetId: above } = bettor;
  const ids = await allocateBetIds(db, [{ bettor: address, epoch, count: 1, above }]);
  return ids.get(counterName(address, epoch)) as bigint;
}

function toRow(
  { view }: MarketDraft,
  { bettor, outcome, amount }: DraftStake,
  id: bigint,
  { signature, now }: { signature: string; now: bigint },
): SubmittedBetRow {
  return {
    bet_id: delegatedBetId(bettor.address, bettor.epoch, id),
    wallet: view.creator,
    bettor: bettor.address,
    epoch: bettor.epoch,
    id_number: id,
    market_id: view.id,
    outcome: BigInt(outcomeToCode(outcome)),
    amount,
    signature,
    state: 'pending',
    pool_yes: null,
    pool_no: null,
    error: null,
    idempotency_key: null,
    created_at: now,
    decided_at: null,
  };
}
