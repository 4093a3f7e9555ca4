import { readKey } from '../../cluster/cluster-options.ts';
import {
  compare,
  describeChanges,
  expectAdminOrGuardian,
  expectPaying,
  SENDING_OPTIONS,
  withConfig,
} from '../../cluster/config-session.ts';
import { defineCommand } from '../../command.ts';
import { RefusedError } from '../../failures.ts';
import { paint } from '../../terminal/text.ts';

export const command = defineCommand({
  about: `Cancels an announced change of the Config: as the admin, or as the guardian unless the
change would only replace the guardian.`,
  takes: [],
  options: {
    ...SENDING_OPTIONS,
    by: { type: 'string', value: 'file', about: 'key file of the admin or the guardian' },
    admin: { type: 'string', value: 'file', about: 'same as --by, for the admin' },
    payer: { type: 'string', value: 'file', about: 'key file of the fee payer; default: --by' },
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
      if (values['dry-run']) {
        session.show({ ...summary, signature: null }, () => [['Nothing was sent.']]);
        return undefined;
      }
      await expectPaying(opened, payer);
      await session.confirm('Cancel this change?', values.yes);
      const signature = await deployer.cancelConfig(chain, { payer, by });
      session.show({ ...summary, signature }, () => [
        [paint('green', 'Cancelled. '), paint('dim', `Transaction ${signature}`)],
      ]);
      return undefined;
    });
  },
});
