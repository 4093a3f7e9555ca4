import { readKey } from '../../cluster/cluster-options.ts';
import {
  compare,
  describeChanges,
  expectPaying,
  SENDING_OPTIONS,
  withConfig,
} from '../../cluster/config-session.ts';
import { defineCommand } from '../../command.ts';
import { RefusedError } from '../../failures.ts';
import { paint } from '../../terminal/text.ts';

export const command = defineCommand({
  about: 'Takes an announced change of the Config back.',
  takes: [],
  options: {
    ...SENDING_OPTIONS,
    admin: { type: 'string', value: 'file', about: 'key file of the admin' },
    payer: { type: 'string', value: 'file', about: 'key file that pays; default: --admin' },
  },
  examples: ['config cancel --rpc https://rpc.example --program 4Nd1… --admin admin.json'],
  async run({ values, session }) {
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const admin = await readKey(deployer, '--admin', values.admin);
      const payer = values.payer ? await readKey(deployer, '--payer', values.payer) : admin;
      const pending = deployer.pendingOf(config);
      if (!pending) throw new RefusedError('No change is announced.');
      if (config.admin !== admin.address) {
        throw new RefusedError(`The admin is ${config.admin}, not ${admin.address}.`);
      }
      const changes = compare(opened, pending.settings);
      for (const line of describeChanges(changes)) session.tell(...line);
      const summary = { program: chain.programAddress, changes };
      if (values['dry-run']) {
        session.show({ ...summary, signature: null }, () => [['Nothing was sent.']]);
        return undefined;
      }
      await expectPaying(opened, payer);
      await session.confirm('Take this back?', values.yes);
      const signature = await deployer.cancelConfig(chain, { payer, admin });
      session.show({ ...summary, signature }, () => [
        [paint('green', 'Cancelled. '), paint('dim', `Transaction ${signature}`)],
      ]);
      return undefined;
    });
  },
});
