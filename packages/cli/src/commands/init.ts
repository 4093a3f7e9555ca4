import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@tote/chain/lib/usage-error';
import { checkCluster, renderFindings } from '../cluster/check.ts';
import {
  type Deployer,
  DRY_RUN_OPTIONS,
  loadDeployer,
  NODE_OPTIONS,
  nodeOf,
  PROGRAM_OPTIONS,
  programOf,
  readAddress,
  readKey,
  withCluster,
} from '../cluster/cluster-options.ts';
import { describeInit, initToJson } from '../cluster/describe-init.ts';
import { canPay, expectFunds } from '../cluster/funds.ts';
import {
  keysFolder,
  SERVICE_KEYS,
  type ServiceKeys,
  takeAddress,
  takeKey,
} from '../cluster/keys-folder.ts';
import { createProgress } from '../cluster/progress.ts';
import {
  readCount,
  readDecimal,
  readSeconds,
  readTerms,
  TERM_OPTIONS,
} from '../cluster/read-terms.ts';
import { ASKING_OPTIONS, defineCommand, flag, text } from '../command.ts';
import { worstOf } from '../doctor/finding.ts';
import { EXIT } from '../failures.ts';
import type { Session } from '../session.ts';
import { paint } from '../terminal/text.ts';

type Request = import('../deploy/index.ts').InitRequest;

const DEFAULTS = {
  ...{ burnBps: 500, developerBps: 500, vetoSeconds: 3_600, changeDelay: 172_800 },
  ...{ minimumStakeSol: '0.0001', minimumStakeUtility: '0.001' },
  ...{ lot: '0.1', firstPrice: '1000', roundSeconds: 3_600 },
  markets: 10,
} as const;

const OPTIONS = {
  ...NODE_OPTIONS,
  ...PROGRAM_OPTIONS,
  payer: text('file', 'key file of the fee payer'),
  authority: text('file', 'key of the upgrade authority; default: --payer'),
  keys: text('folder', 'the service’s keys; created if missing'),
  admin: text('file', 'key file of the admin; created if missing'),
  guardian: text('key', 'address or key file; created if missing'),
  treasury: text('key', 'address or key file; created if missing'),
  mint: text('address', 'the UTILITY mint; default: a new token'),
  ...TERM_OPTIONS,
  lot: text('amount', 'SOL per lot of the buyback'),
  'first-price': text('amount', 'UTILITY for the first lot'),
  round: text('time', 'length of a round of the buyback'),
  fund: flag('funds relayer and keeper'),
  markets: text('count', 'expected open markets; default: 10'),
  ...DRY_RUN_OPTIONS,
  ...ASKING_OPTIONS,
} as const;

export const command = defineCommand({
  about: `Prepares a deployed program for the service: creates or uses the keys and the token
UTILITY, and initializes the Config with terms that it shows first. Then it checks everything. It
can be run again at any time and does only what is missing.`,
  options: OPTIONS,
  examples: [
    `init --rpc https://api.devnet.solana.com --program 4Nd1mYvKzPJwk5ZbPhDD…
      --payer ~/.config/tote/wallets/payer.json --admin ~/.config/tote/admin.json
      --guardian 7xKX… --treasury 9WzD… --fund`,
  ],
  async run({ values, session }) {
    const deployer = await loadDeployer(session);
    const url = await nodeOf(session, values);
    const program = programOf(session, deployer, values);
    const isDryRun = values['dry-run'] ?? false;
    const taking = { session, deployer, isDryRun };
    const terms = readAllTerms(values);
    if (values.admin === undefined) throw new UsageError('--admin is missing: a key file.');
    if (deployer.isAddress(values.admin)) {
      throw new UsageError('--admin: must be a key file, because the admin signs.');
    }
    const payer = await readKey(deployer, '--payer', values.payer);
    const folder = keysFolder(session, values.keys);
    const { authority, mint } = values;
    const parts = {
      ...{ payer, terms, knownPrograms: deployer.KNOWN_PROGRAMS },
      mint: mint === undefined ? undefined : readAddress(deployer, '--mint', mint),
      upgradeAuthority:
        authority === undefined ? payer : await readKey(deployer, '--authority', authority),
      admin: await takeKey(taking, '--admin', values.admin),
      guardian: await takeAddress(taking, '--guardian', values.guardian),
      treasury: await takeAddress(taking, '--treasury', values.treasury),
      keys: await takeServiceKeys(taking, folder),
      isFunding: values.fund ?? false,
      markets: readCount('--markets', values.markets) ?? DEFAULTS.markets,
      sentFile: join(folder, 'init.sent.json'),
    };
    if (!isDryRun) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return withCluster(deployer, url, program, (chain) =>
      initialize(deployer, session, { ...parts, chain }, { yes: values.yes, isDryRun, url }),
    );
  },
});

function readAllTerms(values: Parameters<typeof readTerms>[0] & Record<string, unknown>) {
  const text = (name: string) => values[name] as string | undefined;
  const given = {
    ...readTerms(values),
    lot: readDecimal(text('lot')),
    firstPrice: readDecimal(text('first-price')),
    roundSeconds: readSeconds('--round', text('round')),
  };
  const { markets: _, ...defaults } = DEFAULTS;
  const isGiven = ([, value]: readonly [string, unknown]) => value !== undefined;
  return { ...defaults, ...Object.fromEntries(Object.entries(given).filter(isGiven)) };
}

async function takeServiceKeys(taking: Parameters<typeof takeKey>[0], folder: string) {
  const taken: Partial<Record<keyof ServiceKeys, ServiceKeys['relayer']>> = {};
  for (const name of SERVICE_KEYS) {
    taken[name] = (await takeKey(taking, '--keys', join(folder, `${name}.json`))).address;
  }
  return taken as ServiceKeys;
}

async function initialize(
  deployer: Deployer,
  session: Session,
  request: Request,
  { yes, isDryRun, url }: { yes?: boolean; isDryRun: boolean; url: string },
): Promise<number | undefined> {
  if (!isDryRun) await deployer.finishInit(request);
  const plan = await deployer.planInit(request);
  const { chain, payer, keys } = request;
  const { costs, transfers, utility, initialization } = plan;
  const isDone = transfers.length === 0 && utility.length === 0 && !initialization;
  const lines = describeInit(deployer, plan, request);
  if (isDryRun) {
    session.show(initToJson(deployer, plan, request), () => lines);
    return canPay(costs) ? EXIT.done : EXIT.refused;
  }
  for (const line of lines) session.tell(...line);
  if (!isDone) {
    expectFunds(costs, payer.address);
    await session.confirm('Do this?', yes);
    await deployer.runInit(request, plan, createProgress(session));
  }
  const findings = await checkCluster(deployer, session, { chain, url, keys });
  session.show({ ...initToJson(deployer, plan, request), findings }, () => [
    [paint('green', isDone ? 'Everything was already there.' : 'Done.')],
    ...renderFindings(findings),
  ]);
  return worstOf(findings);
}
