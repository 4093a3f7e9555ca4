// Cost limits of the program. A missed target is marked FAILED in the document.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import type { Measurement } from './measurement.ts';
import type { Measurements } from './measurements.ts';
import { COMPUTE_UNITS_MAX } from './transaction.ts';

export interface Target {
  what: string;
  limit: number;
  /** `max`: no more than the limit. `min`: no less. */
  kind: 'max' | 'min';
  measured: number;
}

export function isMet({ kind, limit, measured }: Target): boolean {
  return kind === 'max' ? measured <= limit : measured >= limit;
}

export function listTargets(measurements: Measurements): Target[] {
  return [
    ...betTargets(measurements),
    ...settlementTargets(measurements),
    ...programTargets(),
    worstTarget(measurements),
  ];
}

const perItem = ({ computeUnits, count }: Measurement) => computeUnits / count;

function betTargets({ bets, betBatches }: Measurements): Target[] {
  const first = find(bets, "delegate's bet, first in the market");
  const adding = find(bets, "delegate's bet, adding");
  const batchFirst = find(betBatches, '16 bettors, first');
  const batchAdding = find(betBatches, '16 bettors, adding');
  const { count: bettors } = find(betBatches, 'first in the market, the most in 1,232 bytes');
  const most = (what: string, limit: number, measured: number): Target => {
    return { what, limit, kind: 'max', measured };
  };
  const fee = batchFirst.feeLamports / batchFirst.count;
  return [
    most("compute units of a delegate's bet, adding to the position", 1_070, perItem(adding)),
    most("compute units of a delegate's bet, first in the market", 1_070, perItem(first)),
    most('compute units per bet in a batch of 16, adding', 365, perItem(batchAdding)),
    most('compute units per bet in a batch of 16, first', 365, perItem(batchFirst)),
    {
      what: 'bettors in one transaction of 1,232 bytes',
      limit: 15,
      kind: 'min',
      measured: bettors,
    },
    most('lamports of network fee per bet in a batch of 16', 400, fee),
    most("accounts written to by a delegate's bet, besides the fee payer", 2, first.writableCount),
    most('calls of other programs in place_bets', 0, calls([...bets, ...betBatches])),
  ];
}

/** Without the transaction that also deposits, which calls the System program. */
function calls(bets: Measurement[]): number {
  const only = bets.filter(({ what }) => !what.startsWith('deposit'));
  return Math.max(...only.map(({ callCount }) => callCount));
}

function settlementTargets({ settlements }: Measurements): Target[] {
  const inV0 = find(settlements, 'the most in 1,232 bytes').count;
  const inV1 = find(settlements, 'the most in a v1 transaction').count;
  const most = (size: string): Target => {
    const measured = perItem(find(settlements, size));
    const what = `compute units per settled position, ${size}`;
    return { what, limit: 300, kind: 'max', measured };
  };
  return [
    most('20 positions'),
    most('25 positions'),
    most('25 winners'),
    { what: 'positions in one transaction of 1,232 bytes', limit: 25, kind: 'min', measured: inV0 },
    { what: 'positions in one v1 transaction', limit: inV0 + 1, kind: 'min', measured: inV1 },
  ];
}

function programTargets(): Target[] {
  const { size } = statSync(join(root, 'program/tote.so'));
  return [{ what: 'bytes of program/tote.so', limit: 80_000, kind: 'max', measured: size }];
}

/** Whatever the accounts contain, every bet and settlement stays within the limits. */
function worstTarget({ worst }: Measurements): Target {
  const measured = Math.max(...worst.map(({ computeUnits }) => computeUnits));
  return {
    what: 'compute units of the worst case',
    limit: COMPUTE_UNITS_MAX,
    kind: 'max',
    measured,
  };
}

function find(measurements: Measurement[], part: string): Measurement {
  const found = measurements.filter(({ what }) => what.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} measurements are of "${part}"`);
  return found[0] as Measurement;
}
