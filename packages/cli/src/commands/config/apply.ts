import { readKey } from '../../cluster/cluster-options.ts';
import {
  compare,
  describeChanges,
  instantOf,
  SENDING_OPTIONS,
  sendAsked,
  withConfig,
} from '../../cluster/config-session.ts';
import { defineCommand, text } from '../../command.ts';
import { RefusedError } from '../../failures.ts';
import { time } from '../../format.ts';

export const command = defineCommand({
  about: `Applies an announced change of the Config once its delay is over. Anyone can; the
service’s keeper does it automatically.`,
  options: {
    ...SENDING_OPTIONS,
    payer: text('file', 'key file of the fee payer'),
  },
  examples: ['config apply --rpc https://rpc.example --program 4Nd1… --payer payer.json'],
  async run({ values, session }) {
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const payer = await readKey(deployer, '--payer', values.payer);
      const pending = deployer.pendingOf(config);
      if (!pending) throw new RefusedError('There is no pending change.');
      const changes = compare(opened, pending.settings);
      for (const line of describeChanges(changes)) session.tell(...line);
      if (BigInt(chain.clock.shown()) < pending.at) {
        throw new RefusedError(`It can be applied from ${time(instantOf(pending.at))} on.`);
      }
      const summary = { program: chain.programAddress, changes };
      await sendAsked(session, opened, values, {
        ...{ payer, summary, question: 'Apply this?', done: 'Applied.' },
        send: () => deployer.applyConfig(chain, payer),
      });
    });
  },
});
