import { UsageError } from '@tote/chain/lib/usage-error';
import { readAddress, readKey } from '../../cluster/cluster-options.ts';
import {
  type ConfigSession,
  compare,
  describeChanges,
  expectPaying,
  instantOf,
  SENDING_OPTIONS,
  withConfig,
} from '../../cluster/config-session.ts';
import { readTerms, TERM_OPTIONS } from '../../cluster/read-terms.ts';
import { defineCommand } from '../../command.ts';
import { RefusedError } from '../../failures.ts';
import { time } from '../../format.ts';
import { paint } from '../../terminal/text.ts';

const KEY_NAMES = ['operator', 'oracle', 'guardian', 'treasury'] as const;

const OPTIONS = {
  ...SENDING_OPTIONS,
  admin: { type: 'string', value: 'file', about: 'key file of the admin' },
  payer: { type: 'string', value: 'file', about: 'key file of the fee payer; default: --admin' },
  ...TERM_OPTIONS,
  operator: { type: 'string', value: 'address', about: 'the service’s relayer' },
  oracle: { type: 'string', value: 'address', about: 'decides markets without a fact' },
  guardian: { type: 'string', value: 'address', about: 'may veto outcomes and disable keys' },
  treasury: { type: 'string', value: 'address', about: 'receives the developer share' },
  'new-admin': {
    type: 'string',
    value: 'file',
    about: 'key file of the next admin, which signs too',
  },
  'known-programs': {
    type: 'string',
    value: 'list',
    about: 'comma-separated addresses, or: default',
  },
} as const;

type Values = { readonly [K in keyof typeof OPTIONS]?: unknown };

export const command = defineCommand({
  about: `Announces a change of the Config. After the delay in force, tote config apply or the
service’s keeper applies it. It replaces an earlier announcement. Existing markets keep their
terms.`,
  takes: [],
  options: OPTIONS,
  examples: [
    'config announce --rpc https://rpc.example --program 4Nd1… --admin admin.json --payer p.json --burn-bps 300',
    'config announce --rpc https://rpc.example --program 4Nd1… --admin admin.json --oracle 6zEV…',
  ],
  async run({ values, session }) {
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const admin = await readKey(deployer, '--admin', values.admin);
      const payer = values.payer ? await readKey(deployer, '--payer', values.payer) : admin;
      const next = values['new-admin'];
      const newAdmin = next === undefined ? admin : await readKey(deployer, '--new-admin', next);
      if (config.admin !== admin.address) {
        throw new RefusedError(`The admin is ${config.admin}, not ${admin.address}.`);
      }
      const changes = { ...readTerms(values), ...readKeys(opened, values) };
      const settings = deployer.changeSettings(config, { ...changes, admin: newAdmin.address });
      const differences = compare(opened, settings);
      if (differences.length === 0) throw new UsageError('Nothing would change.');
      const from = instantOf(BigInt(chain.clock.now()) + BigInt(config.changeDelay));
      for (const line of describeChanges(differences)) session.tell(...line);
      session.tell(`Takes effect from about ${time(from)}, after ${config.changeDelay} s.`);
      const pending = deployer.pendingOf(config);
      if (pending) {
        session.tell(paint('yellow', 'This replaces the pending change:'));
        for (const line of describeChanges(compare(opened, pending.settings))) {
          session.tell(...line);
        }
      }
      const summary = { program: chain.programAddress, changes: differences, from };
      if (values['dry-run']) {
        session.show({ ...summary, signature: null }, () => [['Nothing was sent.']]);
        return undefined;
      }
      await expectPaying(opened, payer);
      await session.confirm('Announce this?', values.yes);
      const signature = await deployer.announceConfig(chain, settings, { payer, admin, newAdmin });
      session.show({ ...summary, signature }, () => [
        [paint('green', 'Announced. '), paint('dim', `Transaction ${signature}`)],
      ]);
      return undefined;
    });
  },
});

function readKeys({ deployer }: ConfigSession, values: Values) {
  const keys = KEY_NAMES.flatMap((name) => {
    const text = values[name] as string | undefined;
    return text === undefined ? [] : [[name, readAddress(deployer, `--${name}`, text)] as const];
  });
  const listed = values['known-programs'] as string | undefined;
  if (listed === undefined) return Object.fromEntries(keys);
  const knownPrograms =
    listed === 'default'
      ? deployer.KNOWN_PROGRAMS
      : listed.split(',').map((each) => readAddress(deployer, '--known-programs', each.trim()));
  return { ...Object.fromEntries(keys), knownPrograms };
}
