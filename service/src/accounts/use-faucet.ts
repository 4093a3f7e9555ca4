import { randomInt } from 'node:crypto';
import type { SignedTransaction } from '@tote/chain/landing';
import { within } from '@tote/chain/lib/within';
import { findProgramErrorName } from '@tote/chain/transaction-failure';
import {
  type Amount,
  amountsOf,
  type Currency,
  DomainError,
  fieldInvalid,
  formatMoney,
  parseAmount,
} from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import type { Caller } from '../auth/caller.ts';
import { type AmountText, readAmount } from '../bets/check-bet.ts';
import { type Credit, creditBettor, openBettor } from '../embedded/credit.ts';
import { findSubmission, type SubmissionRow } from '../store/journal/submissions.ts';
import type { Db } from '../store/store.ts';
import type { CommandContext } from '../submissions/context.ts';
import { claimKey, type Idempotency, type KeyClaim } from '../submissions/idempotency.ts';
import { toDomainError, toRecordedError } from '../submissions/records.ts';
import { requireOperator } from '../submissions/relayers.ts';
import type { SubmissionHandler, ToRecord } from '../submissions/runner.ts';
import {
  failureOf,
  restoreSigned,
  type Submission,
  storeSubmissions,
} from '../submissions/submission.ts';

/** Per call. Enough for any demo, and too little to overflow a total. */
const MOST: Readonly<Record<Currency, string>> = { SOL: '1000', UTILITY: '1000000' };
/** Two first calls of a wallet may race to open its Bettor. */
const TRIES = 3;
const UNITS_MIN = 100_000;
const UNITS_MAX = 200_000;

export type FaucetContext = CommandContext & Credit;

interface FaucetInput {
  readonly currency: Currency;
  readonly amount: AmountText;
}

/** Opens the caller's Bettor if there is none. Only the wallet itself can set its delegate. */
export async function useFaucet(
  context: FaucetContext,
  caller: Caller,
  input: FaucetInput,
  idempotency?: Idempotency,
): Promise<{ balances: Readonly<Record<Currency, Amount>>; transactionId: string }> {
  const given = checkAmount(context, input);
  context.config.refuseUnlandable();
  for (let tries = 1; ; tries += 1) {
    const fresh = await sign(context, caller, input.currency, given);
    const submission = await claim(context, caller, fresh, idempotency);
    const run = context.runner.run(FAUCET_HANDLER, submission);
    const ended = await within(run, context.confirmWaitMs);
    if (!ended) throw new DomainError('chain_unavailable');
    if (!ended.error) {
      const { signature: transactionId } = submission.signed;
      const bettor = await context.chain.accounts.findBettor(caller.wallet);
      return { balances: amountsOf(bettor?.available), transactionId };
    }
    const failure = failureOf(ended.outcome);
    const isRace = failure && findProgramErrorName(failure) === 'BettorExists';
    const { signature } = ended.submission.signed;
    if (!isRace || tries >= TRIES) throw toDomainError(ended.error, signature);
  }
}

function checkAmount({ config: { decimals } }: FaucetContext, input: FaucetInput): Amount {
  const { currency } = input;
  const given = readAmount(input.amount, decimals[currency]);
  const most = parseAmount(MOST[currency], decimals[currency]);
  if (given === 0n) throw new DomainError('amount_malformed');
  if (given <= most) return given;
  throw fieldInvalid('amount', `at most ${formatMoney(most, currency, decimals[currency])}`);
}

async function sign(context: FaucetContext, { wallet }: Caller, currency: Currency, given: Amount) {
  const { chain, keys } = context;
  const isOpen = (await chain.accounts.findBettor(wallet)) !== null;
  // Only the operator can open a Bettor in the name of another wallet.
  if (!isOpen) requireOperator(context.config);
  const bettor = await findBettorAddress(wallet, chain);
  const instructions = [
    ...(isOpen ? [] : [await openBettor(context, { wallet, bettor })]),
    ...(await creditBettor(context, { bettor, currency, amount: given })),
  ];
  // A random limit makes two equal calls two transactions.
  const computeUnitLimit = randomInt(UNITS_MIN, UNITS_MAX);
  return chain.sign(instructions, [keys.relayer, keys.admin], { computeUnitLimit });
}

/** Stores it before it is sent. A repeated request continues with the first one's transaction. */
async function claim(
  { chain, store, wallMs }: FaucetContext,
  { wallet }: Caller,
  fresh: SignedTransaction,
  idempotency: Idempotency | undefined,
): Promise<FaucetSubmission> {
  const createdAt = BigInt(chain.clock.now());
  return store.write(async (db) => {
    const reference = fresh.signature;
    const claim = { wallet, request: idempotency, reference, wallMs: wallMs() };
    const earlier = await findEarlier(db, claim);
    if (earlier) return earlier;
    const submission = { kind: 'faucet', marketId: null, bets: [], createdAt } as const;
    await storeSubmissions(db, [{ ...submission, signed: fresh }]);
    return { ...submission, signed: fresh };
  });
}

async function findEarlier(db: Db, claim: KeyClaim): Promise<FaucetSubmission | undefined> {
  const before = await claimKey(db, claim);
  if (!claim.request || before === claim.reference) return undefined;
  const row = await findSubmission(db, before);
  if (row?.state === 'pending' || row?.state === 'landed') return FAUCET_HANDLER.restore(row);
  const request = { ...claim.request, takesOver: before };
  const now = await claimKey(db, { ...claim, request });
  if (now !== claim.reference) throw new DomainError('idempotency_key_busy');
  return undefined;
}

type FaucetSubmission = Submission & { readonly kind: 'faucet' };

/** Credits are not signed again: the caller may retry. */
export const FAUCET_HANDLER: SubmissionHandler<FaucetSubmission> = {
  async conclude(_, outcome): Promise<ToRecord> {
    if (outcome.kind === 'landed') return { kind: 'record' };
    const failure = failureOf(outcome);
    const isDisabled = failure && findProgramErrorName(failure) === 'NotWalletOrOperator';
    const error = new DomainError(isDisabled ? 'operator_disabled' : 'chain_unavailable');
    return { kind: 'record', error: toRecordedError(error) };
  },

  async restore(row: SubmissionRow): Promise<FaucetSubmission> {
    const { created_at: createdAt } = row;
    return { kind: 'faucet', signed: restoreSigned(row), marketId: null, bets: [], createdAt };
  },
};
