// What the relayer pays for others: the rent of markets, and the fees of transactions that wallets
// sign. Both are limited, or strangers could spend all that it has.
import {
  amount,
  DECIMALS,
  DomainError,
  formatInstant,
  formatMoney,
  type UnixSeconds,
  unixSecondsAt,
} from '@tote/domain';
import { addFee, dayAfter, sumFees } from '../store/journal/paid-fees.ts';
import { addRent, findReachedLimit, type PaidRent, type RentLimits } from '../store/paid-rents.ts';
import type { Db } from '../store/store.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;

export interface PaymentLimits extends RentLimits {
  /** Lamports per wallet and day. */
  readonly feesPerWallet: bigint;
}

interface WalletFee {
  readonly wallet: string;
  readonly lamports: bigint;
  readonly wallMs: number;
}

/** Without a priority fee. */
export const feeOf = (signatures: number): bigint => BigInt(signatures) * LAMPORTS_PER_SIGNATURE;

/** Call it in the SQL transaction that stores the submission. */
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
export async function checkFee(
  db: Db,
  limits: PaymentLimits,
  { lamports, ...wallet }: WalletFee,
): Promise<void> {
  if (lamports <= (await feesLeft(db, limits, wallet))) return;
  throw usedUp(limits.feesPerWallet, unixSecondsAt(wallet.wallMs));
}

/** Lamports that we still pay in fees for the wallet today. */
export async function feesLeft(
  db: Db,
  { feesPerWallet }: PaymentLimits,
  { wallet, wallMs }: Omit<WalletFee, 'lamports'>,
): Promise<bigint> {
  return feesPerWallet - (await sumFees(db, { wallet, now: unixSecondsAt(wallMs) }));
}

/** Call it in the SQL transaction that stores the submission of the market. */
export async function payRent(db: Db, limits: PaymentLimits, rent: PaidRent): Promise<void> {
  refuseReached(limits, await addRent(db, rent, limits));
}

/** Throws if `payRent` would. */
export async function checkRent(db: Db, limits: PaymentLimits, rent: PaidRent): Promise<void> {
  refuseReached(limits, await findReachedLimit(db, rent, limits));
}

function refuseReached(
  { marketsPerCreator, rentPerCreator }: RentLimits,
  reached: keyof RentLimits | undefined,
): void {
  if (!reached) return;
  const limit =
    reached === 'marketsPerCreator'
      ? `${marketsPerCreator} open markets`
      : `open markets up to ${sol(rentPerCreator)}`;
  throw new DomainError('rent_limit_reached', { limit });
}

function usedUp(feesPerWallet: bigint, now: UnixSeconds): DomainError {
  const params = { budget: sol(feesPerWallet), until: formatInstant(dayAfter(now)) };
  return new DomainError('fee_budget_used_up', params);
}

const sol = (lamports: bigint) => formatMoney(amount(lamports), 'SOL', DECIMALS.SOL);
