import { readKey } from '../../cluster/cluster-options.ts';
import {
  compare,
  describeChanges,
  expectAdminOrGuardian,
  SENDING_OPTIONS,
  sendAsked,
  withConfig,
} from '../../cluster/config-session.ts';
import { defineCommand, text } from '../../command.ts';
import { RefusedError } from '../../failures.ts';

export const command = defineCommand({
  about: `Cancels an announced change of the Config: as the admin, or as the guardian unless the
change would only replace the guardian.`,
  options: {
    ...SENDING_OPTIONS,
    by: text('file', 'key file of the admin or the guardian'),
    admin: text('file', 'same as --by, for the admin'),
    payer: text('file', 'key file of the fee payer; default: --by'),
  },
  examples: ['config cancel --rpc https://rpc.example --program 4Nd1… --by guardian.json'],
  async run({ values, session }) {
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const by = await readKey(deployer, '--by', values.by ?? values.admin);
      const payer = values.payer ? await readKey(deployer, '--payer', values.payer) : by;
      const pending = deployer.pendingOf(config);
      if (!pending) throw new RefusedError('There is no pending change.');
      expectAdminOrGuardian(opened, by);
      const changes = compare(opened, pending.settings);
      const [first, ...others] = changes;
      const isOnlyGuardian = first?.name === 'guardian' && others.length === 0;
      if (by.address !== config.admin && isOnlyGuardian) {
        throw new RefusedError(
          'The change only replaces the guardian: only the admin can cancel it.',
        );
      }
      for (const line of describeChanges(changes)) session.tell(...line);
      const summary = { program: chain.programAddress, changes };
      await sendAsked(session, opened, values, {
        ...{ payer, summary, question: 'Cancel this change?', done: 'Cancelled.' },
        send: () => deployer.cancelConfig(chain, { payer, by }),
      });
    });
  },
});
