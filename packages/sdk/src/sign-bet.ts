// A bet that the wallet signs itself. Before the bet the account may be opened, and at most the
// stake may be deposited.
import { type Currency, currencyToCode, type Outcome, outcomeToCode } from '@tote/domain';
import { decodeAddress } from './address.ts';
import { littleEndian, reverse } from './bytes.ts';
import type { CallOptions } from './call-options.ts';
import { type AmountInput, readUnits } from './decimal.ts';
import { type Accounts, head, instruction, moneyForm, openForms } from './program.ts';
import { type FeePayer, signChecked } from './sign-transaction.ts';
import { unexpected } from './transaction.ts';
import { takeWallet, type WalletContext } from './wallet-actions.ts';

export interface BetToSign {
  readonly marketId: string;
  readonly outcome: Outcome;
  readonly amount: AmountInput;
  readonly currency: Currency;
  readonly feePayer?: FeePayer;
}

/** What the service opens an account with, if it pays for it. */
const SLOTS_MAX = 64;

/** The signed transaction, base64. */
export async function signBet(
  context: WalletContext,
  { feePayer = 'relayer', ...bet }: BetToSign,
  options: CallOptions,
): Promise<string> {
  const { signer, accounts, decimals } = await takeWallet(context);
  const { currency, amount } = bet;
  const units = readUnits(amount, decimals[currency]);
  const asked = { ...bet, wallet: signer.address, feePayer };
  const { transaction } = await context.operations.prepareBet(asked, options);
  return signChecked(signer, transaction, accounts, feePayer, (actions) => {
    if (actions.length === 0) throw unexpected('no bet');
    return actions.map((parts, at) => {
      const data = parts.at(-1) as string;
      const numberAt = (start: number, end: number) =>
        BigInt(`0x0${reverse(data.slice(start, end))}`);
      if (at === actions.length - 1) return betForms(accounts, bet, units, parts);
      if (at === 0 && data.startsWith('02')) {
        const slots = Number(numberAt(4, 8));
        return slots > SLOTS_MAX ? [] : openForms(accounts, slots);
      }
      const lacking = numberAt(16, 32);
      const isDeposit = at === actions.length - 2 && lacking <= units;
      return isDeposit ? [moneyForm(accounts, 'deposit', currency, lacking)] : [];
    });
  });
}

/**
 * Where it has to, the operator signs too, or the account of a fact is named. That account and the
 * slot, a hint, may be any.
 */
function betForms(
  { program, wallet, service, config, bettor }: Accounts,
  { marketId, outcome, currency }: BetToSign,
  units: bigint,
  prepared: readonly string[],
): string[] {
  const market = decodeAddress(marketId.replace('market_', ''));
  const [fact = '', slot] = [prepared[3], prepared.at(-1)?.slice(56, 60)];
  const money = littleEndian(units, 8).padEnd(40, '0');
  const end = `${slot}00${littleEndian(outcomeToCode(outcome), 1)}`;
  const data = head(9, 1, 1, currencyToCode(currency)) + money + end;
  return [[], [fact], [service, config]].map((others) =>
    instruction(program, wallet, market, ...others, bettor, data),
  );
}
