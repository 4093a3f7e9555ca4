// What the command prints, which docs/scale.md has between its marks.
import { findLimits, findSmallest, type Part, type Scenario, unitsPerBet } from './limits.ts';
import { MACHINES, type Measured, NETWORK } from './measured.ts';
import { simulate } from './simulate.ts';

const SECONDS = 4;
/** Of the smallest limit. */
const OVERLOAD = 1.25;
const MODERATE = 0.5;

const NAMES: Readonly<Record<Part, string>> = {
  replicas: 'the replicas',
  database: "the database's processors",
  outbox: 'the event outbox',
  market: 'the account of the market',
  payer: 'the account that pays the fees',
  block: 'the block',
};

export interface RenderOptions extends Omit<Scenario, 'machines' | 'markets'> {
  readonly machines: readonly number[];
  readonly markets: readonly number[];
  readonly seed: number;
}

export const DEFAULTS: RenderOptions = {
  ...{ machines: [1, 2, 4, 10, 30, 100], markets: [1, 1_000], version: 'v0' },
  ...{ payers: 1, blockShare: 0.1, seed: 1 },
};

const number = (value: number) =>
  Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '?';
const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

export function render(measured: Measured, options = DEFAULTS): string {
  const constants = listConstants(measured).map((text) => `- ${text}`);
  return [...constants, '', ...renderChain(measured), '', ...renderMachines(measured, options)]
    .join('\n')
    .concat('\n');
}

/** What one market, one payer and a whole block can take. */
function renderChain(measured: Measured): string[] {
  const slot = NETWORK.slotMs / 1_000;
  const rows = (['v0', 'v1'] as const).map((version) => {
    const units = unitsPerBet(measured, version);
    const limits = [NETWORK.accountUnits, NETWORK.blockUnits].map((all) => all / units / slot);
    return line([version, measured.groups[version].bets, ...[units, ...limits].map(number)]);
  });
  return [
    line([
      ...['transactions', 'bets in each', 'units per bet', 'bets per second, one account'],
      'bets per second, all of the block',
    ]),
    line(['---', '---:', '---:', '---:', '---:']),
    ...rows,
  ];
}

function renderMachines(measured: Measured, options: RenderOptions): string[] {
  const rows = options.markets.flatMap((markets) =>
    options.machines.map((machines) => {
      const scenario = { ...options, machines, markets };
      return renderScenario(measured, scenario, options.seed);
    }),
  );
  return [
    line([
      ...['machines', 'markets', 'replicas', 'database', 'outbox', 'market', 'payer', 'block'],
      ...['bets per second', 'limited by', 'p50 ms', 'p99 ms'],
    ]),
    line(['---:', ...Array(8).fill('---:'), '---', '---:', '---:']),
    ...rows,
  ];
}

function renderScenario(measured: Measured, scenario: Scenario, seed: number): string {
  const limits = findLimits(measured, scenario);
  const { part, perSecond } = findSmallest(limits);
  const run = (share: number) =>
    simulate(measured, scenario, { betsPerSecond: share * perSecond, seconds: SECONDS, seed });
  const [full, moderate] = [run(OVERLOAD), run(MODERATE)];
  return line([
    ...[scenario.machines, number(scenario.markets), ...Object.values(limits).map(number)],
    ...[number(full.perSecond), NAMES[part], number(moderate.p50Ms), number(moderate.p99Ms)],
  ]);
}

/** What the tables rest on, in one line each. */
function listConstants(measured: Measured): readonly string[] {
  const { databaseMicros, replicaMicros, idle } = measured;
  return [
    `a bet costs a replica ${number(replicaMicros)} µs of processor time`,
    `and the database ${number(databaseMicros)} µs`,
    `${MACHINES.readsPerBet} reads come with each bet, ${number(measured.readMicros)} µs of a replica each`,
    `a commit takes ${measured.commitMs.toFixed(1)} ms until it is on disk`,
    `a replica without bets uses ${number(idle.replicaMicros)} µs per second, and ` +
      `${number(idle.databaseMicros)} µs of the database`,
    `${number(measured.outboxPerSecond)} SQL transactions per second write events, ` +
      `${measured.betsPerOutboxWrite.toFixed(1)} bets in each`,
    `a bet writes ${number(measured.walBytesPerBet)} bytes of WAL in ` +
      `${measured.statementsPerBet.toFixed(2)} statements, and ` +
      `${measured.rpcRequestsPerBet.toFixed(3)} RPC requests`,
    `a machine runs one replica, which uses ${MACHINES.coresPerReplica} processor; the database ` +
      `has ${MACHINES.databaseCores}; both are used to ${MACHINES.utilization * 100} %`,
    `slots take ${NETWORK.slotMs} ms; a block has ${number(NETWORK.blockUnits)} units, a ` +
      `writable account ${number(NETWORK.accountUnits)} of them`,
  ];
}
