import { UsageError } from '@tote/chain/lib/usage-error';
import { fromBaseUnits } from '@tote/sdk';
import {
  type Deployer,
  DRY_RUN_OPTIONS,
  loadDeployer,
  NODE_OPTIONS,
  nodeOf,
  readAddress,
  readKey,
  withCluster,
} from '../cluster/cluster-options.ts';
import { canPay, expectFunds } from '../cluster/funds.ts';
import { takeKey } from '../cluster/keys-folder.ts';
import { createProgress } from '../cluster/progress.ts';
import { ASKING_OPTIONS, defineCommand, flag, text } from '../command.ts';
import { EXIT, RefusedError } from '../failures.ts';
import { facts } from '../format.ts';
import type { Session } from '../session.ts';
import { paint, type Text } from '../terminal/text.ts';

type Request = import('../deploy/index.ts').DeployRequest;
type Plan = import('../deploy/index.ts').DeployPlan;

const OPTIONS = {
  ...NODE_OPTIONS,
  payer: text('file', 'key file of the fee payer'),
  'program-key': text('file', 'key file of the program; created if missing, even in a dry run'),
  authority: text('file', 'key file of the upgrade authority; default: --payer'),
  file: text('file', 'the program file; default: program/tote.so'),
  'new-authority': text('address', 'the next upgrade authority'),
  final: flag('gives the upgrade authority up for good'),
  'yes-final': text('program', 'skips the confirmation of --final'),
  reclaim: flag('abandons an unfinished deployment and returns its rent'),
  ...DRY_RUN_OPTIONS,
  ...ASKING_OPTIONS,
} as const;

export const command = defineCommand({
  about: `Deploys the program to a cluster, or upgrades it. Shows the costs and asks. The same
command resumes after an interruption, or says that the program is up to date. The program on
chain is compared with the file, byte for byte.`,
  options: OPTIONS,
  examples: [
    `deploy --rpc https://api.devnet.solana.com --payer ~/.config/tote/wallets/payer.json
      --program-key ~/.config/tote/program.json`,
    'deploy --rpc https://rpc.example --payer p.json --program-key program.json --dry-run --json',
    'deploy --rpc https://rpc.example --payer p.json --program-key program.json --final',
  ],
  async run({ values, session }) {
    const deployer = await loadDeployer(session);
    const url = await nodeOf(session, values);
    if (values.final && values['new-authority'] !== undefined) {
      throw new UsageError('Either --final or --new-authority, not both.');
    }
    const keyFile = values['program-key'];
    if (keyFile === undefined) throw new UsageError('--program-key is missing: a path.');
    const payer = await readKey(deployer, '--payer', values.payer);
    const authority =
      values.authority === undefined
        ? payer
        : await readKey(deployer, '--authority', values.authority);
    const code = deployer.readProgramFile(values.file);
    const isDryRun = values['dry-run'] ?? false;
    const next = values['new-authority'];
    const nextAuthority = values.final
      ? null
      : next === undefined
        ? undefined
        : readAddress(deployer, '--new-authority', next);
    // Created by a dry run too, so that it shows the real address.
    const taking = { session, deployer, isDryRun: false };
    const programKey = await takeKey(taking, '--program-key', keyFile);
    const files = keyFile.replace(/\.json$/, '');
    return withCluster(deployer, url, programKey.address, (chain) => {
      const request = { chain, payer, authority, programKey, files, code, nextAuthority };
      const work = () => deploy(deployer, session, request, { ...values, isDryRun });
      return isDryRun ? work() : deployer.withDeployLock(request, work);
    });
  },
});

interface Choices {
  readonly isDryRun: boolean;
  readonly reclaim?: boolean;
  readonly yes?: boolean;
  readonly 'yes-final'?: string;
}

async function deploy(deployer: Deployer, session: Session, request: Request, choices: Choices) {
  if (choices.reclaim) return reclaim(deployer, session, request, choices);
  const plan = await deployer.planDeploy(request);
  const isDone = plan.action === 'none' && isAuthorityKept(plan) && !deployer.isUnfinished(request);
  const shown = describe(plan, request);
  if (isDone || choices.isDryRun) {
    const done = [[paint('green', 'The program is up to date.')]];
    session.show(toJson(plan), () => [...shown, ...(isDone ? done : [])]);
    return canPay(plan.costs) ? EXIT.done : EXIT.refused;
  }
  for (const line of shown) session.tell(...line);
  expectFunds(plan.costs, request.payer.address);
  await session.confirm(`${QUESTIONS[plan.action]} at ${plan.program}?`, choices.yes);
  if (plan.nextAuthority === null) await confirmFinal(session, plan, choices['yes-final']);
  const progress = createProgress(session);
  const program = await deployer.runDeploy(request, progress).catch((error) => {
    if (deployer.isUnfinished(request)) {
      session.note('Unfinished. The same command resumes here; --reclaim abandons it.');
    }
    throw error;
  });
  const left = await deployer.readLamports(request.chain, request.payer.address);
  const spent = sol(plan.costs.held - left);
  const { upgradeAuthority } = program;
  session.show({ ...toJson(plan), upgradeAuthority, spent }, () => [
    [paint('green', 'Done: '), `${plan.program} matches the file, byte for byte.`],
    ...facts([
      ['Upgrade authority', upgradeAuthority ?? 'nobody, for good'],
      ['Spent', `${spent} SOL`],
      ['For the service', `TOTE_PROGRAM_ADDRESS=${plan.program}`],
    ]),
  ]);
  return undefined;
}

const QUESTIONS = {
  deploy: 'Deploy the program',
  upgrade: 'Replace the program',
  none: 'Finish',
} as const;

const isAuthorityKept = ({ nextAuthority, upgradeAuthority }: Plan) =>
  nextAuthority === undefined || nextAuthority === upgradeAuthority;

async function reclaim(
  deployer: Deployer,
  session: Session,
  request: Request,
  { isDryRun, yes }: Choices,
): Promise<undefined> {
  if (!deployer.isUnfinished(request)) {
    session.show({ reclaimed: '0' }, () => [['There is no unfinished deployment.']]);
    return;
  }
  if (isDryRun) {
    session.show({ reclaimed: null }, () => [['There is an unfinished deployment to abandon.']]);
    return;
  }
  await session.confirm('Abandon the unfinished deployment?', yes);
  const lamports = await deployer.abandonDeploy(request, createProgress(session));
  session.show({ reclaimed: sol(lamports) }, () => [
    [paint('green', 'Done: '), `${sol(lamports)} SOL returned.`],
  ]);
}

/** Asks a second time, because it cannot be undone. */
async function confirmFinal({ terminal }: Session, { program }: Plan, given: string | undefined) {
  if (given === undefined && !terminal) {
    throw new UsageError(
      '--final cannot be undone. Without a terminal, add --yes-final <program>.',
    );
  }
  const question = `Nobody will ever be able to change it. Type ${program} to continue: `;
  const typed = given ?? (await terminal?.ask(question)) ?? '';
  if (typed.trim() === program) return;
  throw new RefusedError(`That is not ${program}. Nothing was sent.`);
}

const sol = (lamports: bigint) => fromBaseUnits(lamports, 'SOL');

function describe(plan: Plan, { payer }: Request): Text[][] {
  const { action, costs, chunks, chunksMissing, extendBy, nextAuthority } = plan;
  const isResumed = chunks > 0 && chunksMissing < chunks;
  const after = nextAuthority === undefined ? plan.upgradeAuthority : nextAuthority;
  return facts([
    ['Program', plan.program],
    ['File', `${plan.bytes} bytes, SHA-256 ${plan.hash.slice(0, 16)}…`],
    ['On chain', plan.deployedHash ? `SHA-256 ${plan.deployedHash.slice(0, 16)}…` : 'nothing'],
    ['To do', WORDS[action]],
    ['Pieces', chunks > 0 ? `${chunksMissing} of ${chunks} to write` : undefined],
    ['Resumed', isResumed ? 'an earlier run was interrupted' : undefined],
    ['Grows by', extendBy > 0 ? `${extendBy} bytes` : undefined],
    ['Upgrade authority', after ?? paint('red', 'nobody, for good')],
    ['Payer', `${payer.address}, holds ${sol(costs.held)} SOL`],
    ['Rent that stays', `${sol(costs.rent)} SOL`],
    ['Fees', `${sol(costs.fees)} SOL, without priority fees`],
    ['Returned', `${sol(costs.comesBack)} SOL, from the buffer`],
    ['Needed up front', paint(canPay(costs) ? 'green' : 'red', `${sol(costs.needed)} SOL`)],
  ]);
}

const WORDS = { deploy: 'deploy', upgrade: 'upgrade', none: 'nothing' } as const;

function toJson(plan: Plan) {
  const entries = Object.entries(plan.costs).map(([name, lamports]) => [name, sol(lamports)]);
  return { ...plan, costs: Object.fromEntries(entries), canPay: canPay(plan.costs) };
}
