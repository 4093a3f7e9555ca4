// Bets: by the service as the wallet's delegate, or signed by the wallet itself.
import type { CallOptions } from './call-options.ts';
import type { BetConfirmation, Operations } from './generated/types.ts';
import { isSettled, settle, type Wait } from './settle.ts';
import { type BetToSign, signBet } from './sign-bet.ts';
import type { FeePayer } from './sign-transaction.ts';
import type { Allowance, WalletContext } from './wallet-actions.ts';

type PlaceBetRequest = Parameters<Operations['placeBet']>[0];
type UnsignedBet = Extract<PlaceBetRequest, { readonly outcome: unknown }>;

interface Waiting {
  /** Default: returns the service's answer, which may be a pending bet. */
  readonly wait?: Wait;
}

/** The wallet signs the bet itself, so it needs no allowance. */
interface OwnSignature {
  readonly signedBy: 'wallet';
  readonly feePayer?: FeePayer;
  /** Lets the service place the bets after this one, in the same transaction. */
  readonly allow?: Allowance;
  /** Called with the signed transaction before it is sent, so that a crash cannot lose it. */
  readonly onSigned?: (transaction: string) => void;
}

export type BetToPlace =
  | (PlaceBetRequest & Waiting & { readonly [name in keyof OwnSignature]?: undefined })
  | (UnsignedBet & Waiting & OwnSignature);

/** The service answers `pending` or `confirmed`; only waiting finds out what is final. */
export type PlacedBet = Omit<BetConfirmation, 'state'> & {
  readonly state: BetConfirmation['state'] | Wait;
};

export async function placeBet(
  context: WalletContext,
  { wait, signedBy, onSigned, ...given }: BetToPlace,
  options: CallOptions = {},
): Promise<PlacedBet> {
  const { operations } = context;
  const { marketId } = given;
  let request = given as PlaceBetRequest & UnsignedBet;
  // Base units are in the market's currency.
  if (!request.currency && (signedBy || typeof request.amount === 'bigint')) {
    const { currency } = await operations.getMarket({ marketId }, options);
    request = { ...request, currency };
  }
  if (signedBy) {
    const transaction = await signBet(context, request as BetToSign, options);
    onSigned?.(transaction);
    request = { marketId, transaction } as never;
  }
  const placed = await operations.placeBet(request, options);
  if (!wait || isSettled(placed.state, wait)) return placed;
  const { betId } = placed;
  const bet = await settle(operations, wait, options, (each) => operations.getBet({ betId }, each));
  const { transactionId, totalStake: newTotalStake, odds: newOdds } = bet;
  return { ...placed, state: wait, transactionId, newTotalStake, newOdds };
}
