// How many bets per second each part can take, one by one.
import { MACHINES, type Measured, NETWORK } from './measured.ts';

export interface Scenario {
  readonly machines: number;
  readonly markets: number;
  /** Which transactions carry the bets. */
  readonly version: 'v0' | 'v1';
  /** Keys that pay the fees. Every transaction writes to the account of one of them. */
  readonly payers: number;
  /** The part of every block that our transactions get. */
  readonly blockShare: number;
}

/** What a transaction with bets costs a block, in compute units. */
export function unitsOf(measured: Measured, bets: number, bytes: number): number {
  const { groupUnits, programBytes } = measured;
  const pages = Math.ceil(programBytes / NETWORK.loadedPageBytes) + 1;
  // The payer, the market and every bettor.
  const writeLocks = 2 + bets;
  return (
    groupUnits.first +
    groupUnits.more * (bets - 1) +
    NETWORK.signatureUnits +
    NETWORK.writeLockUnits * writeLocks +
    bytes / NETWORK.bytesPerUnit +
    NETWORK.loadedPageUnits * pages
  );
}

/** Of a bet, in a full transaction. */
export function unitsPerBet(measured: Measured, version: Scenario['version']): number {
  const { bets, bytes } = measured.groups[version];
  return unitsOf(measured, bets, bytes) / bets;
}

/** Processor time of a replica for a bet, with the reads that come with it. */
export const replicaMicrosOf = ({ replicaMicros, readMicros }: Measured) =>
  replicaMicros + MACHINES.readsPerBet * readMicros;

/** What so many processors have for bets, in microseconds per second. */
export function freeMicros(processors: number, idleMicros: number): number {
  return Math.max(1, MACHINES.utilization * processors * 1e6 - idleMicros);
}

/** In bets per second. */
export function findLimits(measured: Measured, scenario: Scenario) {
  const { machines, markets, version, payers, blockShare } = scenario;
  const { databaseMicros, idle, outboxPerSecond, betsPerOutboxWrite } = measured;
  const perAccount =
    NETWORK.accountUnits / unitsPerBet(measured, version) / (NETWORK.slotMs / 1_000);
  const perReplica =
    freeMicros(MACHINES.coresPerReplica, idle.replicaMicros) / replicaMicrosOf(measured);
  return {
    replicas: perReplica * machines,
    database: freeMicros(MACHINES.databaseCores, idle.databaseMicros * machines) / databaseMicros,
    outbox: outboxPerSecond * betsPerOutboxWrite,
    market: perAccount * markets,
    payer: perAccount * payers,
    block: ((perAccount * NETWORK.blockUnits) / NETWORK.accountUnits) * blockShare,
  };
}

export type Part = keyof ReturnType<typeof findLimits>;

export function findSmallest(limits: Readonly<Record<Part, number>>) {
  const [[part, perSecond]] = Object.entries(limits).sort(([, a], [, b]) => a - b) as [
    [Part, number],
  ];
  return { part, perSecond };
}
