// A bet that the wallet signs itself. The same transaction may open the account, deposit at most
// the stake and set the allowance that was asked for.
import type { Currency, Outcome } from '@tote/domain';
import { reverse } from './bytes.ts';
import type { CallOptions } from './call-options.ts';
import { type AmountInput, readUnits } from './decimal.ts';
import { type FeePayer, signChecked } from './sign-transaction.ts';
import { unexpected } from './transaction.ts';
import {
  type Allowance,
  delegation,
  formsOf,
  takeWallet,
  type WalletContext,
} from './wallet-actions.ts';

export interface BetToSign {
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
export async function signBet(
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
