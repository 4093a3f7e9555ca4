// What the relayer pays for others: the rent of markets, and fees. Both are limited.
import type { Address } from '@solana/kit';
import { DomainError, formatInstant, type UnixSeconds, unixSecondsAt } from '@tote/domain';
import {
  addFee,
  addRent,
  dayAfter,
  dayOf,
  findReachedLimit,
  type PaidRent,
  type RentLimits,
  sumFees,
} from '../store/journal/payments.ts';
import type { Db } from '../store/store.ts';
import { inSol } from './check-stakes.ts';
import type { CommandContext, PaymentLimits } from './context.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const SECONDS_PER_DAY = 86_400;

interface WalletFee {
  readonly wallet: string;
  readonly lamports: bigint;
  readonly wallMs: number;
}

export const feeOf = (signatures: number): bigint => BigInt(signatures) * LAMPORTS_PER_SIGNATURE;

export async function payFee(
  db: Db,
  { feesPerWallet }: PaymentLimits,
  { wallet, lamports, wallMs }: WalletFee,
): Promise<void> {
  const now = unixSecondsAt(wallMs);
  const isPaid = await addFee(db, { wallet, lamports, now }, feesPerWallet);
  if (!isPaid) throw usedUp(feesPerWallet, now);
}

/** Throws if `payFee` would. */
export async function checkFee(db: Db, limits: PaymentLimits, { lamports, ...wallet }: WalletFee) {
  if (lamports <= (await feesLeft(db, limits, wallet))) return;
  throw usedUp(limits.feesPerWallet, unixSecondsAt(wallet.wallMs));
}

export async function feesLeft(
  db: Db,
  { feesPerWallet }: PaymentLimits,
  { wallet, wallMs }: Omit<WalletFee, 'lamports'>,
): Promise<bigint> {
  return feesPerWallet - (await sumFees(db, { wallet, now: unixSecondsAt(wallMs) }));
}

/** Throws if we do not pay for such a market. The result is for `payRent`. */
export async function admitRent(
  context: CommandContext,
  rent: Omit<PaidRent, 'day' | 'balance'> & { creator: Address },
): Promise<PaidRent> {
  const { chain, relayers, limits, wallMs } = context;
  const { rentFor, rentDaysMax, rentPercentPerDay } = limits;
  if (rent.expiresAt - chain.clock.now() > rentDaysMax * SECONDS_PER_DAY) {
    throw unpaid(`we pay for at most ${rentDaysMax} days until the expiry`);
  }
  const [isKnown, balance] = await Promise.all([
    rentFor === 'all' || chain.accounts.findBettor(rent.creator),
    rentPercentPerDay < 100
      ? chain.rpc.getBalance(relayers.operator.address, { commitment: 'confirmed' }).send()
      : undefined,
  ]);
  if (!isKnown) throw unpaid('we pay only for wallets with an account here');
  return { ...rent, day: dayOf(unixSecondsAt(wallMs())), balance: balance?.value };
}

export async function payRent(db: Db, limits: PaymentLimits, rent: PaidRent): Promise<void> {
  refuseReached(limits, await addRent(db, rent, limits));
}

/** Throws if `payRent` would. */
export async function checkRent(db: Db, limits: PaymentLimits, rent: PaidRent): Promise<void> {
  refuseReached(limits, await findReachedLimit(db, rent, limits));
}

function refuseReached({ marketsPerCreator }: RentLimits, reached: keyof RentLimits | undefined) {
  if (reached === 'marketsPerCreator') {
    throw unpaid(`we pay for ${marketsPerCreator} open markets per creator`);
  }
  if (reached) throw unpaid('what we pay today is used up');
}

const unpaid = (reason: string) => new DomainError('rent_limit_reached', { reason });

function usedUp(feesPerWallet: bigint, now: UnixSeconds): DomainError {
  const params = { budget: inSol(feesPerWallet), until: formatInstant(dayAfter(now)) };
  return new DomainError('fee_budget_used_up', params);
}
