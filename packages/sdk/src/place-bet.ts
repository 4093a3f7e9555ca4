// Bets: by the service as the wallet's delegate, or signed by the wallet itself.

import type { Currency, Outcome } from '@tote/domain';
import { reverse } from './bytes.ts';
import type { CallOptions } from './call-options.ts';
import { type AmountInput, readUnits } from './decimal.ts';
import type { BetConfirmation, Operations } from './generated/types.ts';
import { isSettled, settle, type Wait } from './settle.ts';
import { type FeePayer, signChecked } from './sign-transaction.ts';
import { unexpected } from './transaction.ts';
import {
  type Allowance,
  delegation,
  formsOf,
  takeWallet,
  type WalletContext,
} from './wallet-actions.ts';

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

// A bet that the wallet signs itself. The same transaction may open the account, deposit at most
// the stake and set the allowance that was asked for.
interface BetToSign {
  readonly marketId: string;
  readonly outcome: Outcome;
  readonly amount: AmountInput;
  readonly currency: Currency;
  readonly minPayoutRatio?: number | string;
  readonly feePayer?: FeePayer;
  readonly allow?: Allowance;
}

/** The most slots of an account that the service pays for. */
const SLOTS_MAX = 64;

/** The signed transaction, base64. */
async function signBet(
  context: WalletContext,
  { feePayer = 'relayer', allow, ...bet }: BetToSign,
  options: CallOptions,
): Promise<string> {
  const { signer, forms, decimals } = await takeWallet(context);
  const { marketId, currency, amount } = bet;
  const units = readUnits(amount, decimals[currency]);
  // Rounded up as the service does, apart from what a double cannot hold.
  const minRatioBps = Math.ceil(Number(bet.minPayoutRatio ?? 0) * 1e4 - 1e-6);
  // What is no number is sent as it is: the service refuses it.
  const minPayoutRatio = minRatioBps / 1e4 || bet.minPayoutRatio;
  const action = allow && delegation(allow);
  const allowance = action && { ...action.allowance, expiresAt: action.expiresAt };
  const asked = { ...bet, minPayoutRatio, wallet: signer.address, feePayer, allowance };
  const { transaction } = await context.operations.prepareBet(asked, options);
  const market = marketId.replace('market_', '');
  return signChecked(signer, transaction, forms, feePayer, (actions) => {
    const last = actions.length - (action ? 2 : 1);
    if (last < 0) throw unexpected('no bet');
    return actions.map((parts, at) => {
      const data = parts.at(-1) as string;
      const numberAt = (start: number, end: number) =>
        BigInt(`0x0${reverse(data.slice(start, end))}`);
      if (action && at > last) return formsOf(action, forms, decimals);
      if (at === last) return forms.bet({ ...bet, market, units, minRatioBps }, parts);
      if (at === 0 && data.startsWith('02')) {
        const slots = Number(numberAt(4, 8));
        return slots > SLOTS_MAX ? [] : forms.open(slots);
      }
      const lacking = numberAt(16, 32);
      const isDeposit = at === last - 1 && lacking <= units;
      return isDeposit ? forms.money('deposit', currency, lacking) : [];
    });
  });
}
