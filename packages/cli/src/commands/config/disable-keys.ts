import { UsageError } from '@tote/lib/usage-error';
import { readKey } from '../../cluster/cluster-options.ts';
import { expectPaying, SENDING_OPTIONS, withConfig } from '../../cluster/config-session.ts';
import { readCount } from '../../cluster/read-terms.ts';
import { defineCommand } from '../../command.ts';
import { RefusedError } from '../../failures.ts';
import { paint } from '../../terminal/text.ts';

export const command = defineCommand({
  about: `Takes the power from the operator or from oracles at once, for instance when a key has
leaked. Only tote config announce installs another key, after the delay.`,
  takes: [],
  options: {
    ...SENDING_OPTIONS,
    by: { type: 'string', value: 'file', about: 'key file of the admin or the guardian' },
    payer: { type: 'string', value: 'file', about: 'key file that pays; default: --by' },
    operator: { type: 'boolean', about: 'the operator: the service’s relayer' },
    oracle: { type: 'boolean', about: 'the oracle, and all before it' },
    generation: { type: 'string', value: 'number', about: 'with --oracle: only up to this one' },
  },
  examples: [
    'config disable-keys --rpc https://rpc.example --program 4Nd1… --by guardian.json --oracle',
  ],
  async run({ values, session }) {
    if (!values.operator && !values.oracle) throw new UsageError('Say --operator or --oracle.');
    const given = readCount('--generation', values.generation);
    if (given !== undefined && !values.oracle) throw new UsageError('--generation needs --oracle.');
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const by = await readKey(deployer, '--by', values.by);
      const payer = values.payer ? await readKey(deployer, '--payer', values.payer) : by;
      if (by.address !== config.admin && by.address !== config.guardian) {
        throw new RefusedError(`${by.address} is neither the admin nor the guardian.`);
      }
      const generation = given ?? config.oracleGeneration;
      const oracleGeneration = values.oracle ? generation : undefined;
      const operator = values.operator ?? false;
      if (operator) session.tell(`Disables the operator ${config.operator}.`);
      if (oracleGeneration !== undefined) {
        session.tell(`Disables the oracles up to generation ${oracleGeneration}; now it is `);
        session.tell(`${config.oracle} (${config.oracleGeneration}). Their markets are refunded.`);
      }
      const disabled = { operator, oracleGeneration: oracleGeneration ?? null };
      const summary = { program: chain.programAddress, disabled };
      if (values['dry-run']) {
        session.show({ ...summary, signature: null }, () => [['Nothing was sent.']]);
        return undefined;
      }
      await expectPaying(opened, payer);
      await session.confirm('Disable them now?', values.yes);
      const input = { payer, by, operator, oracleGeneration };
      const signature = await deployer.disableKeys(chain, input);
      session.show({ ...summary, signature }, () => [
        [paint('green', 'Disabled. '), paint('dim', `Transaction ${signature}`)],
      ]);
      return undefined;
    });
  },
});
