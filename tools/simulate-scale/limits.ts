// How many bets per second each part can take, one by one.
import { MACHINES, type Measured, NETWORK } from './constants.ts';

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

const PARTS = ['replicas', 'database', 'outbox', 'market', 'payer', 'block'] as const;
export type Part = (typeof PARTS)[number];
/** Bets per second. */
type Limits = Readonly<Record<Part, number>>;

/** What a full transaction with bets costs a block, in compute units. */
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

export function findLimits(measured: Measured, scenario: Scenario): Limits {
  const { machines, markets, version, payers, blockShare } = scenario;
  const { coresPerReplica, databaseCores } = MACHINES;
  const { databaseMicros, idle } = measured;
  const perAccount =
    NETWORK.accountUnits / unitsPerBet(measured, version) / (NETWORK.slotMs / 1_000);
  const perBlock = (perAccount * NETWORK.blockUnits) / NETWORK.accountUnits;
  return {
    replicas:
      (freeMicros(coresPerReplica, idle.replicaMicros) * machines) / replicaMicrosOf(measured),
    database: freeMicros(databaseCores, idle.databaseMicros * machines) / databaseMicros,
    outbox: measured.outboxPerSecond * measured.betsPerOutboxWrite,
    market: perAccount * markets,
    payer: perAccount * payers,
    block: perBlock * blockShare,
  };
}

export function findSmallest(limits: Limits): { readonly part: Part; readonly perSecond: number } {
  const part = PARTS.reduce((least, each) => (limits[each] < limits[least] ? each : least));
  return { part, perSecond: limits[part] };
}
