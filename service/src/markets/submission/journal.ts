// Stores a market's transaction, its Idempotency-Key and its first stakes before it is sent.
import type { Address } from '@solana/kit';
import { writeTransaction } from '@tote/chain/write-transaction';
import type { CompiledCondition } from '@tote/conditions/condition';
import { LIMITS, outcomeToCode } from '@tote/domain';
import { encodeClauses } from '@tote/program-client';
import {
  allocateBetIds,
  counterName,
  newBetRow,
  type SubmittedBetRow,
} from '../../store/journal/submitted-bets.ts';
import type { Db } from '../../store/store.ts';
import { claimKey, type KeyedRequest } from '../../submissions/idempotency.ts';
import { admitRent, feeOf, payFee, payRent } from '../../submissions/relayer-payments.ts';
import { storeSubmissions } from '../../submissions/submission.ts';
import { recordCreation } from '../../submissions/wallet/intent.ts';
import type { MarketContext } from '../context.ts';
import { type FirstBets, type MarketDraft, signersOf, toInstructions } from '../draft.ts';
import type { MarketSubmission } from './handler.ts';

const UNITS = 150_000;
/** Only the budget per day remains. */
const SERIES_LIMITS = {
  marketsPerCreator: Number.MAX_SAFE_INTEGER,
  rentFor: 'all',
  rentDaysMax: LIMITS.marketDurationSecondsMax,
  feesPerWallet: 2n ** 62n,
} as const;

export async function journalMarket(
  context: MarketContext,
  draft: MarketDraft,
  request?: KeyedRequest,
): Promise<MarketSubmission | 'taken'> {
  const { chain, store, crash, wallMs, fees } = context;
  const { view, first, series } = draft;
  const { id: marketId, expiresAt } = view;
  // The rounds of a series do not count against what its owner may create.
  const creator = (series ?? view.creator) as Address;
  const limits = series === undefined ? context.limits : { ...context.limits, ...SERIES_LIMITS };
  const bytes = marketBytes(draft.compiled);
  const lamports = await chain.rpc.getMinimumBalanceForRentExemption(bytes).send();
  const [rent, lifetime, quote] = await Promise.all([
    admitRent({ ...context, limits }, { creator, marketId, lamports, expiresAt }),
    chain.blockhashes.latest(),
    fees?.quote([view.address]),
  ]);
  const createdAt = BigInt(chain.clock.now());
  const signers = signersOf(context, draft);
  const { operator, delegate } = signers;
  const keys = operator === delegate ? ([operator] as const) : ([operator, delegate] as const);
  crash.reach('before storing');
  return store.write(async (db) => {
    const betId = first ? await allocateIds(db, first) : 0n;
    const instructions = toInstructions(context, draft, signers, Number(betId));
    const signed = writeTransaction(instructions, keys, lifetime, {
      ...(quote && { computeUnitLimit: UNITS, computeUnitPrice: quote.priceFor(UNITS) }),
    });
    const { signature } = signed;
    const claim = { wallet: view.creator, request, reference: signature, wallMs: wallMs() };
    if ((await claimKey(db, claim)) !== signature) return 'taken';
    crash.reach('while storing');
    const keyed = { signature, idempotency_key: request?.key ?? null };
    const bets = toRows(draft, betId, createdAt, keyed).map((row) => ({ row }));
    const shared = { kind: 'create-market', marketId, createdAt } as const;
    const submission: MarketSubmission = { ...shared, view, signed, bets };
    await storeSubmissions(db, [submission]);
    await payRent(db, limits, rent);
    await payFee(db, limits, { wallet: creator, lamports: feeOf(keys.length), wallMs: wallMs() });
    await recordCreation(db, marketId, draft.compiled);
    return submission;
  });
}

/** The first of as many ids as there are stakes. */
async function allocateIds(db: Db, { bettor, stakes }: FirstBets): Promise<bigint> {
  const { address, epoch, highestBetId: above } = bettor;
  const wanted = { bettor: address, epoch, count: stakes.length, above };
  const ids = await allocateBetIds(db, [wanted]);
  return ids.get(counterName(address, epoch)) as bigint;
}

function toRows(
  { view, first }: MarketDraft,
  firstId: bigint,
  createdAt: bigint,
  shared: Pick<SubmittedBetRow, 'signature' | 'idempotency_key'>,
) {
  if (!first) return [];
  const { bettor, stakes } = first;
  return stakes.map(({ outcome, amount }, index) =>
    newBetRow(
      {
        wallet: view.creator,
        bettor: bettor.address,
        epoch: bettor.epoch,
        id_number: firstId + BigInt(index),
        market_id: view.id,
        outcome: BigInt(outcomeToCode(outcome)),
        ...{ amount, ...shared },
      },
      createdAt,
    ),
  );
}

const MARKET_BYTES = 376;
const CLAUSES_ALIGNMENT = 8;

export function marketBytes({ decider }: Pick<CompiledCondition, 'decider'>): bigint {
  const clauses = 'clauses' in decider ? encodeClauses(decider.clauses).length : 0;
  return BigInt(MARKET_BYTES + Math.ceil(clauses / CLAUSES_ALIGNMENT) * CLAUSES_ALIGNMENT);
}
