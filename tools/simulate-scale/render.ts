// The tables of docs/scale.md.
import { MACHINES, type Measured, NETWORK } from './constants.ts';
import { findLimits, findSmallest, type Part, type Scenario, unitsPerBet } from './limits.ts';
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

const MACHINE_COUNTS = [1, 2, 4, 10, 30, 100];
const MARKET_COUNTS = [1, 1_000];

export interface RenderOptions {
  readonly machines?: readonly number[];
  readonly markets?: readonly number[];
  readonly version?: Scenario['version'];
  readonly payers?: number;
  readonly blockShare?: number;
  readonly seed?: number;
}

const number = (value: number) =>
  Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '?';

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

export function renderTables(measured: Measured, options: RenderOptions = {}): string {
  return [...renderChain(measured), '', ...renderMachines(measured, options)].join('\n');
}

/** What one market, one payer and a whole block can take. */
function renderChain(measured: Measured): string[] {
  const perSecond = NETWORK.slotMs / 1_000;
  const rows = (['v0', 'v1'] as const).map((version) => {
    const units = unitsPerBet(measured, version);
    const perAccount = NETWORK.accountUnits / units / perSecond;
    return line([
      ...[version, measured.groups[version].bets, number(units), number(perAccount)],
      number(NETWORK.blockUnits / units / perSecond),
    ]);
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
  const { machines = MACHINE_COUNTS, markets = MARKET_COUNTS } = options;
  const { version = 'v0', payers = 1, blockShare = 0.1, seed = 1 } = options;
  const rows = markets.flatMap((count) =>
    machines.map((each) => {
      const scenario = { machines: each, markets: count, version, payers, blockShare };
      return renderScenario(measured, scenario, seed);
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
    ...[scenario.machines, number(scenario.markets)],
    ...[limits.replicas, limits.database, limits.outbox].map(number),
    ...[limits.market, limits.payer, limits.block].map(number),
    ...[number(full.perSecond), NAMES[part], number(moderate.p50Ms), number(moderate.p99Ms)],
  ]);
}

/** What the tables rest on, in one line each. */
export function listConstants(measured: Measured): readonly string[] {
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
