import { UsageError } from '@tote/chain/lib/usage-error';
import { readAddress, readKey } from '../../cluster/cluster-options.ts';
import {
  type ConfigSession,
  compare,
  describeChanges,
  instantOf,
  SENDING_OPTIONS,
  sendAsked,
  withConfig,
} from '../../cluster/config-session.ts';
import { readTerms, TERM_OPTIONS } from '../../cluster/read-terms.ts';
import { defineCommand, text } from '../../command.ts';
import { RefusedError } from '../../failures.ts';
import { time } from '../../format.ts';
import { paint } from '../../terminal/text.ts';

const KEY_NAMES = ['operator', 'oracle', 'guardian', 'treasury'] as const;

const OPTIONS = {
  ...SENDING_OPTIONS,
  admin: text('file', 'key file of the admin'),
  payer: text('file', 'key file of the fee payer; default: --admin'),
  ...TERM_OPTIONS,
  operator: text('address', 'the service’s relayer'),
  oracle: text('address', 'decides markets without a fact'),
  guardian: text('address', 'may veto outcomes and disable keys'),
  treasury: text('address', 'receives the developer share'),
  'new-admin': text('file', 'key file of the next admin, which signs too'),
  'known-programs': text('list', 'comma-separated addresses, or: default'),
} as const;

type Values = { readonly [K in keyof typeof OPTIONS]?: unknown };

export const command = defineCommand({
  about: `Announces a change of the Config. After the delay in force, tote config apply or the
service’s keeper applies it. It replaces an earlier announcement. Existing markets keep their
terms.`,
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
      await sendAsked(session, opened, values, {
        ...{ payer, summary, question: 'Announce this?', done: 'Announced.' },
        send: () => deployer.announceConfig(chain, settings, { payer, admin, newAdmin }),
      });
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
