import { fromBaseUnits } from '@tote/sdk';
import { facts } from '../format.ts';
import { paint, renderTable, type Text } from '../terminal/text.ts';
import type { Deployer } from './cluster-options.ts';

type Plan = import('../deploy/index.ts').InitPlan;
type Request = import('../deploy/index.ts').InitRequest;

const sol = (lamports: bigint) => fromBaseUnits(lamports, 'SOL');

export function describeInit(deployer: Deployer, plan: Plan, request: Request): Text[][] {
  const { needs, transfers, costs, config } = plan;
  const rows = needs.map((need): Text[] => [
    ...[need.name, need.address, sol(need.held), sol(need.lamports), need.purpose],
  ]);
  const terms = listSettings(deployer, plan, request);
  return [
    [paint('bold', 'Service keys')],
    ...renderTable(['Key', 'Address', 'Holds', 'Needs', 'For'], rows),
    [],
    [paint('bold', config ? 'Current terms (change them with tote config)' : 'Terms')],
    ...facts(terms.map(({ name, value }) => [name, value])),
    ...facts([
      ['UTILITY', `${plan.mint}${plan.isMintNew ? ', a new token' : ''}`],
      ...buybackOf(plan),
    ]),
    [],
    [paint('bold', 'To do')],
    ...listSteps(plan).map((step): Text[] => [`- ${step}`]),
    ...facts([
      ['Rent', `${sol(costs.rent)} SOL`],
      ['Transfers', transfers.length > 0 ? `${sol(costs.transfers)} SOL` : undefined],
      ['Fees', `at most ${sol(costs.fees)} SOL`],
      [
        'Payer',
        `${request.payer.address}, holds ${sol(costs.held)} SOL, needs ${sol(costs.needed)}`,
      ],
    ]),
  ];
}

function buybackOf({ initialization, decimals }: Plan): [string, string][] {
  if (!initialization) return [];
  const { lot, firstPrice, roundSeconds } = initialization.buyback;
  const price = fromBaseUnits(firstPrice, decimals);
  return [
    ['buyback', `lots of ${sol(lot)} SOL, first for ${price} UTILITY, ${roundSeconds} s each`],
  ];
}

function listSteps({ transfers, isMintNew, tokenOwners, initialization }: Plan): string[] {
  const steps = [
    ...transfers.map(({ name, to, lamports }) => `pay ${sol(lamports)} SOL to ${name} ${to}`),
    ...(isMintNew ? ['create the token UTILITY'] : []),
    ...tokenOwners.map((owner) => `create a UTILITY account for ${owner}`),
    ...(initialization ? ['initialize the program with these terms'] : []),
  ];
  return steps.length > 0 ? steps : ['nothing'];
}

function listSettings(
  { describeSettings }: Deployer,
  { config, initialization, decimals }: Plan,
  { admin, knownPrograms }: Request,
) {
  if (config) return describeSettings(config, decimals);
  if (!initialization) throw new RangeError('there is a Config, or one is made');
  const { minimumStakeSol, minimumStakeUtility, ...terms } = initialization.terms;
  const settings = {
    ...terms,
    minimumStake: [BigInt(minimumStakeSol), BigInt(minimumStakeUtility)],
    admin: admin.address,
    knownPrograms: [...knownPrograms],
    knownProgramsLen: knownPrograms.length,
  };
  return describeSettings(settings, decimals);
}

export function initToJson(deployer: Deployer, plan: Plan, request: Request) {
  const { chain, keys, admin, guardian, treasury } = request;
  const costs = Object.entries(plan.costs).map(([name, lamports]) => [name, sol(lamports)]);
  return {
    program: chain.programAddress,
    mint: plan.mint,
    keys,
    ...{ admin: admin.address, guardian, treasury },
    settings: listSettings(deployer, plan, request),
    needs: plan.needs.map(({ name, address, purpose, lamports, held }) => ({
      ...{ name, address, purpose, needed: sol(lamports), held: sol(held) },
    })),
    steps: listSteps(plan),
    costs: Object.fromEntries(costs),
  };
}
