import { decimal } from '@tote/sdk';
import { defineCommand } from '../../command.ts';
import { money } from '../../format.ts';
import { ACTING_OPTIONS, act, CURRENCY, hasAccount } from '../../wallets/act.ts';

export const command = defineCommand({
  about: `Moves money from the wallet to its account, from which bets are paid. The first time it
also opens the account.`,
  takes: [{ name: 'amount' }, CURRENCY],
  options: ACTING_OPTIONS,
  examples: ['wallet deposit 2.5', 'wallet deposit 100 UTILITY --yes'],
  async run({ places: [text = '', chosen = 'SOL'], values, session }) {
    const deposit = { amount: decimal(text), currency: chosen as 'SOL' | 'UTILITY' };
    const what = `Deposit ${money(deposit.amount, deposit.currency)}`;
    return act(session, values, what, async (tote, payer) =>
      (await hasAccount(tote))
        ? tote.deposit({ ...deposit, ...payer })
        : tote.openAccount({ deposit, ...payer }),
    );
  },
});
