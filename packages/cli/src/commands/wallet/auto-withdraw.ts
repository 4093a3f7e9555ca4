import type { Account, Tote } from '@tote/sdk';
import { defineCommand } from '../../command.ts';
import { money } from '../../format.ts';
import { ACTING_OPTIONS, act } from '../../wallets/act.ts';

export const command = defineCommand({
  about: `Sends winnings to the wallet as they come, or stops that. Switched on, it also sends the
winnings in the balance, and says how much that is before it asks.`,
  takes: [{ name: 'switch', choices: ['on', 'off'] }],
  options: ACTING_OPTIONS,
  examples: ['wallet auto-withdraw on'],
  run({ places: [chosen], values, session }) {
    const enabled = chosen === 'on';
    const what = async (tote: Tote) =>
      enabled
        ? `Send winnings to the wallet as they come${earlier(await tote.getAccount())}`
        : 'Keep winnings in the account';
    return act(session, values, what, (tote, payer) => tote.setAutoWithdraw({ enabled, ...payer }));
  },
});

function earlier({ sweepable }: Account): string {
  const sent = (['SOL', 'UTILITY'] as const)
    .filter((currency) => sweepable[currency] !== '0')
    .map((currency) => money(sweepable[currency], currency));
  return sent.length === 0 ? '' : `, and ${sent.join(' and ')} of earlier ones now`;
}
