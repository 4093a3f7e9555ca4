// Play money for the caller's balance, on the embedded chain only.
import { randomInt } from 'node:crypto';
import { TransactionFailed } from '@tote/chain/landed';
import type { SignedTransaction } from '@tote/chain/landing';
import {
  type Amount,
  amount,
  type Currency,
  DomainError,
  formatMoney,
  LIMITS,
  parseAmount,
  unixSeconds,
} from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { readAmount } from '../admission/check-bet.ts';
import { type Operating, requireOperator } from '../admission/require-keys.ts';
import type { Caller } from '../auth/caller.ts';
import { type Credit, creditBettor, openBettor } from '../genesis/credit.ts';
import { moveRequest } from '../store/journal/requests.ts';
import {
  decideSubmission,
  findSubmission,
  insertSubmission,
} from '../store/journal/submissions.ts';
import type { Db, Store } from '../store/store.ts';
import { claimReference } from '../submissions/claim-reference.ts';
import type { AmountText, Commands, Idempotency } from '../use-cases/use-cases.ts';
import { type Actor, findProgramError } from './landing/land-and-ingest.ts';

/** Per call. Enough for any demo, and too little to make the totals overflow. */
const MOST: Readonly<Record<Currency, string>> = { SOL: '1000', UTILITY: '1000000' };
/** Two wallets' first calls may race to open the same Bettor. */
const TRIES = 3;
const UNITS_MIN = 100_000;
const UNITS_MAX = 200_000;

export interface FaucetContext extends Credit, Actor {
  readonly config?: Operating;
  readonly store: Store;
  readonly wallMs: () => number;
  readonly decimals: Readonly<Record<Currency, number>>;
}

export interface FaucetInput {
  readonly currency: Currency;
  readonly amount: AmountText;
}

/** Opens the caller's Bettor if there is none. Its delegate only the wallet itself can set. */
export async function useFaucet(
  context: FaucetContext,
  caller: Caller,
  input: FaucetInput,
  idempotency?: Idempotency,
): ReturnType<Commands['useFaucet']> {
  const given = checkAmount(context, input);
  for (let tries = 1; ; tries += 1) {
    const fresh = await sign(context, caller, input.currency, given);
    const claimed = await claim(context, caller, fresh, idempotency);
    try {
      await land(context, claimed);
      return { balances: await readBalances(context, caller), transactionId: claimed.signature };
    } catch (error) {
      const name = findProgramError(error);
      if (name === 'BettorExists' && tries < TRIES) continue;
      if (name === 'NotWalletOrOperator') throw new DomainError('operator_disabled');
      throw error instanceof TransactionFailed ? new DomainError('chain_unavailable') : error;
    }
  }
}

function checkAmount({ decimals }: FaucetContext, input: FaucetInput): Amount {
  const { currency } = input;
  const given = readAmount(input.amount, decimals[currency]);
  const most = parseAmount(MOST[currency], decimals[currency]);
  if (given === 0n) throw new DomainError('amount_malformed');
  if (given <= most) return given;
  const expected = `at most ${formatMoney(most, currency, decimals[currency])}`;
  throw new DomainError('field_invalid', { field: 'amount', expected });
}

async function sign(
  context: FaucetContext,
  { wallet }: Caller,
  currency: Currency,
  given: Amount,
): Promise<SignedTransaction> {
  const { chain, keys } = context;
  const { programAddress } = chain;
  const isOpen = (await chain.accounts.findBettor(wallet)) !== null;
  // We open it in the wallet's name, which only the operator can.
  if (!isOpen) requireOperator(context.config ?? {});
  const bettor = await findBettorAddress(wallet, { programAddress });
  const instructions = [
    ...(isOpen ? [] : [await openBettor(context, { wallet, bettor })]),
    ...(await creditBettor(context, { bettor, currency, amount: given })),
  ];
  // Two calls alike are two: the limit makes each another transaction.
  const computeUnitLimit = randomInt(UNITS_MIN, UNITS_MAX);
  return chain.sign(instructions, [keys.relayer, keys.admin], { computeUnitLimit });
}

/** Stored before it is sent. A request that came before goes on with its own transaction. */
async function claim(
  { chain, store, wallMs }: FaucetContext,
  { wallet }: Caller,
  fresh: SignedTransaction,
  idempotency: Idempotency | undefined,
): Promise<SignedTransaction> {
  const at = unixSeconds(Math.floor(wallMs() / 1_000));
  const createdAt = BigInt(chain.clock.now());
  return store.write(async (db) => {
    const earlier = idempotency && (await findEarlier(db, { wallet, idempotency, fresh, at }));
    if (earlier) return earlier;
    await insertSubmission(db, { ...fresh, kind: 'faucet', marketId: null, createdAt });
    return fresh;
  });
}

interface Claim {
  readonly wallet: string;
  readonly idempotency: Idempotency;
  readonly fresh: SignedTransaction;
  readonly at: ReturnType<typeof unixSeconds>;
}

/** Undefined when there is none that has an effect or may still get one. */
async function findEarlier(
  db: Db,
  { wallet, idempotency, fresh, at }: Claim,
): Promise<SignedTransaction | undefined> {
  const reference = await claimReference(db, {
    wallet,
    idempotency,
    reference: fresh.signature,
    at,
  });
  if (reference === fresh.signature) return undefined;
  const row = await findSubmission(db, reference);
  if (row?.state === 'pending' || row?.state === 'landed') {
    const { signature, wire, last_valid_block_height: lastValidBlockHeight } = row;
    return { signature, wire, lastValidBlockHeight, mayHaveBeenSent: true };
  }
  const key = { wallet, idempotencyKey: idempotency.key };
  const isMoved = await moveRequest(db, key, reference, fresh.signature);
  if (!isMoved) throw new DomainError('idempotency_key_busy');
  return undefined;
}

async function land(context: FaucetContext, signed: SignedTransaction): Promise<void> {
  const { chain, indexer, store } = context;
  const { signature } = signed;
  const landing = await chain.lander.land(signed, AbortSignal.timeout(LIMITS.confirmWaitMsMax));
  const decide = (state: 'landed' | 'failed' | 'refused' | 'expired') =>
    store.write((db) =>
      decideSubmission(db, { signature, state, decidedAt: BigInt(chain.clock.now()) }),
    );
  if (landing.kind === 'expired') {
    await decide('expired');
    throw new DomainError('chain_unavailable');
  }
  if (landing.kind === 'refused') {
    await decide('refused');
    throw new TransactionFailed(landing.failure);
  }
  const { landed } = landing;
  await indexer.ingest([landed]);
  await decide(landed.error ? 'failed' : 'landed');
  if (landed.error) throw new TransactionFailed(landed.error);
}

async function readBalances(
  { chain }: FaucetContext,
  { wallet }: Caller,
): Promise<Record<Currency, Amount>> {
  const bettor = await chain.accounts.findBettor(wallet);
  const [sol = 0n, utility = 0n] = bettor?.available ?? [];
  return { SOL: amount(sol), UTILITY: amount(utility) };
}
