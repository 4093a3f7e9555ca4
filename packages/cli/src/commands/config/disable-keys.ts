import { UsageError } from '@tote/chain/lib/usage-error';
import { readKey } from '../../cluster/cluster-options.ts';
import {
  type ConfigSession,
  expectAdminOrGuardian,
  SENDING_OPTIONS,
  sendAsked,
  withConfig,
} from '../../cluster/config-session.ts';
import { readCount } from '../../cluster/read-terms.ts';
import { defineCommand, flag, text } from '../../command.ts';
import { RefusedError } from '../../failures.ts';
import { money } from '../../format.ts';
import type { Session } from '../../session.ts';
import { paint } from '../../terminal/text.ts';

export const command = defineCommand({
  about: `Disables operators or oracles at once and for good, because a key was stolen. Never use
it for rotation: the delegations of a disabled operator end, and the markets of a disabled oracle
are refunded, including those whose outcome can still be vetoed. It says how many, and asks. A new
key is installed with tote config announce, after the delay.`,
  options: {
    ...SENDING_OPTIONS,
    by: text('file', 'key file of the admin or the guardian'),
    payer: text('file', 'key file of the fee payer; default: --by'),
    operator: flag('the operator (the service’s relayer) and earlier ones'),
    oracle: flag('the oracle and earlier ones'),
    generation: {
      ...{ type: 'string', value: 'number' },
      about: 'with --operator or --oracle: only up to this generation',
    },
  },
  examples: [
    'config disable-keys --rpc https://rpc.example --program 4Nd1… --by guardian.json --oracle',
    'config disable-keys --program 4Nd1… --by guardian.json --operator --generation 3',
  ],
  async run({ values, session }) {
    const { operator = false, oracle = false } = values;
    if (!operator && !oracle) throw new UsageError('Add --operator or --oracle.');
    const given = readCount('--generation', values.generation);
    if (given !== undefined && operator && oracle) {
      throw new UsageError('--generation needs exactly one of --operator and --oracle.');
    }
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const by = await readKey(deployer, '--by', values.by);
      const payer = values.payer ? await readKey(deployer, '--payer', values.payer) : by;
      expectAdminOrGuardian(opened, by);
      const upTo = (current: number) => expectGeneration(given ?? current, current);
      const operatorGeneration = operator ? upTo(config.operatorGeneration) : undefined;
      const oracleGeneration = oracle ? upTo(config.oracleGeneration) : undefined;
      const delegations = await tellOperators(session, opened, operatorGeneration);
      const freed = await tellOracles(session, opened, oracleGeneration);
      session.tell(
        paint('yellow', 'This is for stolen keys, not for rotation. It cannot be undone.'),
      );
      const generations = {
        operatorGeneration: operatorGeneration ?? null,
        oracleGeneration: oracleGeneration ?? null,
      };
      const summary = { program: chain.programAddress, disabled: generations, delegations, freed };
      const input = { payer, by, operatorGeneration, oracleGeneration };
      await sendAsked(session, opened, values, {
        ...{ payer, summary, question: 'Disable them now?', done: 'Disabled.' },
        send: () => deployer.disableKeys(chain, input),
      });
    });
  },
});

function expectGeneration(generation: number, current: number): number {
  if (generation <= current) return generation;
  throw new RefusedError(
    `There is no generation ${generation} yet. The current one is ${current}.`,
  );
}

async function tellOperators(
  session: Session,
  { deployer, chain, config }: ConfigSession,
  generation: number | undefined,
): Promise<number | null> {
  if (generation === undefined) return null;
  const { operator, operatorGeneration: current } = config;
  session.tell(`Disables the operators up to generation ${generation}; ${operator} is ${current}.`);
  const count = await tryCounting(() => deployer.countDelegations(chain, config, generation));
  session.tell(
    `${count ?? UNCOUNTED} delegations end: these wallets must choose again. ` +
      'Bets that wallets sign themselves are not affected.',
  );
  return count;
}

async function tellOracles(
  session: Session,
  { deployer, chain, config }: ConfigSession,
  generation: number | undefined,
) {
  if (generation === undefined) return null;
  const { oracle, oracleGeneration: current } = config;
  session.tell(`Disables the oracles up to generation ${generation}; ${oracle} is ${current}.`);
  const freed = await tryCounting(() => deployer.countFreed(chain, config, generation));
  const { SOL, UTILITY } = freed?.stakes ?? { SOL: '?', UTILITY: '?' };
  session.tell(
    `${freed?.markets ?? UNCOUNTED} markets without an outcome are refunded. ` +
      `${freed?.outcomes ?? UNCOUNTED} outcomes in their veto time are void, even honest ones. ` +
      `Together ${money(SOL, 'SOL')} and ${money(UTILITY, 'UTILITY')} are refunded.`,
  );
  return freed;
}

const UNCOUNTED = 'An unknown number of';

/** Many public nodes refuse to list accounts. That must not prevent disabling a key. */
const tryCounting = <T>(count: () => Promise<T>): Promise<T | null> => count().catch(() => null);
