import { decimal } from '@tote/sdk';
import { defineCommand, text } from '../../command.ts';
import { money } from '../../format.ts';
import { ACTING_OPTIONS, act, CURRENCY } from '../../wallets/act.ts';

export const command = defineCommand({
  about: 'Moves money from the account back to the wallet.',
  takes: [{ name: 'amount' }, CURRENCY],
  options: {
    ...ACTING_OPTIONS,
    to: text('address', 'a token account of the wallet, for UTILITY'),
  },
  examples: ['wallet withdraw 1.5'],
  async run({ places: [text = '', chosen = 'SOL'], values, session }) {
    const withdrawal = { amount: decimal(text), currency: chosen as 'SOL' | 'UTILITY' };
    const what = `Withdraw ${money(withdrawal.amount, withdrawal.currency)}`;
    return act(session, values, what, (tote, payer) =>
      tote.withdraw({ ...withdrawal, ...payer, tokenAccount: values.to }),
    );
  },
});
