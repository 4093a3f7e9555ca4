import { UsageError } from '@tote/chain/lib/usage-error';
import { decimal } from '@tote/sdk';
import { defineCommand, text } from '../../command.ts';
import { readInstant, time } from '../../format.ts';
import { ACTING_OPTIONS, act, hasAccount } from '../../wallets/act.ts';

export const command = defineCommand({
  about: `Lets the service bet for the wallet, up to these amounts and until this time, and do
nothing else. It replaces earlier limits.`,
  options: {
    ...ACTING_OPTIONS,
    sol: text('amount', 'the limit in SOL'),
    utility: text('amount', 'the limit in UTILITY'),
    until: text('time', 'like 30d or 2026-12-31T12:00:00Z'),
  },
  examples: ['wallet allow --sol 5 --until 30d'],
  async run({ values, session }) {
    const { sol, utility, until: text } = values;
    if ((sol ?? utility) === undefined || text === undefined) {
      throw new UsageError('Add a limit and an end: --sol 5 --until 30d');
    }
    const { now } = await session.tote.getConfig();
    const until = readInstant('--until', text, now);
    const allowance = {
      ...(sol !== undefined && { sol: decimal(sol) }),
      ...(utility !== undefined && { utility: decimal(utility) }),
      until,
    };
    const amounts = [sol && `${sol} SOL`, utility && `${utility} UTILITY`].filter(Boolean);
    const what = `Let the service stake ${amounts.join(' and ')} until ${time(until)}`;
    return act(session, values, what, async (tote, payer) =>
      (await hasAccount(tote))
        ? tote.allow({ ...allowance, ...payer })
        : tote.openAccount({ allow: allowance, ...payer }),
    );
  },
});
