import { defineCommand } from '../../command.ts';
import { ACTING_OPTIONS, act } from '../../wallets/act.ts';

export const command = defineCommand({
  about: 'Revokes what tote wallet allow permitted: nobody can bet for the wallet any more.',
  options: ACTING_OPTIONS,
  examples: ['wallet revoke'],
  run: ({ values, session }) =>
    act(session, values, 'Let nobody bet for the wallet', (tote, payer) => tote.revoke(payer)),
});
