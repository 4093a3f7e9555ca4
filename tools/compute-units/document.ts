// The tables of docs/compute-units.md, with the limits of what the program may cost.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isSignerRole } from '@solana/kit';
import { fixtures } from '../../program/test/matrix/fixtures/index.ts';
import { createStage } from '../../program/test/matrix/stage.ts';
import { keys } from '../../program/test/support/genesis.ts';
import { root } from '../root.ts';
import { measureBatches, measureBets, measureSettlements } from './bets.ts';
import { COMPUTE_UNITS_MAX, type Measurement, measure } from './measure.ts';
import { measureWorst } from './worst.ts';

/** The page with these tables in place of its own; the text between them stays. */
export function renderDocument(page: string, measurements: Measurements): string {
  const { others, worst } = measurements;
  const tables = [renderTargets(listTargets(measurements)), ...[others, worst].map(renderTable)];
  const parts = page.split(/(?:^\|.*\n)+/m);
  if (parts.length !== tables.length + 1) throw new Error(`the page needs ${tables.length} tables`);
  return parts.map((text, index) => text + (tables[index] ?? '')).join('');
}

type Target = readonly [what: string, sign: '<=' | '>=', limit: number, measured: number];

const isMet = ([, sign, limit, measured]: Target) =>
  sign === '<=' ? measured <= limit : measured >= limit;

function listTargets(measurements: Measurements): readonly Target[] {
  const { bets, betBatches, settlements, worst } = measurements;
  const first = find(bets, "delegate's bet, first in the market");
  const adding = find(bets, "delegate's bet, adding");
  const batch = find(betBatches, '16 bettors, first');
  const batchAdding = find(betBatches, '16 bettors, adding');
  const most = find(betBatches, 'first in the market, the most in 1,232 bytes');
  const inV0 = find(settlements, 'the most in 1,232 bytes').count;
  const inV1 = find(settlements, 'the most in a v1 transaction').count;
  const calls = Math.max(...[...bets, ...betBatches].map(({ callCount }) => callCount));
  const worstUnits = Math.max(...worst.map(({ computeUnits }) => computeUnits));
  const each = ({ computeUnits, count }: Measurement) => computeUnits / count;
  return [
    ["compute units of a delegate's bet, adding to the position", '<=', 1_070, each(adding)],
    ["compute units of a delegate's bet, first in the market", '<=', 1_070, each(first)],
    ['compute units per bet in a batch of 16, adding', '<=', 365, each(batchAdding)],
    ['compute units per bet in a batch of 16, first', '<=', 365, each(batch)],
    ['bettors in one transaction of 1,232 bytes', '>=', 15, most.count],
    ['lamports of network fee per bet in a batch of 16', '<=', 400, batch.feeLamports / 16],
    ["accounts written by a delegate's bet, besides the fee payer", '<=', 2, first.writableCount],
    ['calls of other programs in place_bets', '<=', 0, calls],
    ...['20 positions', '25 positions', '25 winners'].map((size): Target => {
      const measured = each(find(settlements, size));
      return [`compute units per settled position, ${size}`, '<=', 300, measured];
    }),
    ['positions in one transaction of 1,232 bytes', '>=', 25, inV0],
    ['positions in one v1 transaction', '>=', inV0 + 1, inV1],
    ['bytes of program/tote.so', '<=', 80_000, statSync(join(root, 'program/tote.so')).size],
    ['compute units of the worst case', '<=', COMPUTE_UNITS_MAX, worstUnits],
  ];
}

export const listMissed = (measurements: Measurements) =>
  listTargets(measurements)
    .filter((target) => !isMet(target))
    .map((target) => target.join(' '));

function find(measurements: readonly Measurement[], part: string): Measurement {
  const found = measurements.filter(({ what }) => what.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} measurements are of "${part}"`);
  return found[0] as Measurement;
}

function renderTargets(targets: readonly Target[]): string {
  const rows = targets.map((target) => {
    const [what, sign, limit, measured] = target;
    const failed = isMet(target) ? '' : ' **FAILED**';
    return `| ${what} | ${sign} ${format(limit)} | ${format(measured)}${failed} |`;
  });
  const head = '| target | limit | measured |\n|---|---:|---:|';
  return `${head}\n${rows.join('\n')}\n`;
}

/** Where each row is about several bets or positions, also the share of one of them. */
export function renderTable(measurements: readonly Measurement[]): string {
  const isShared = measurements.some(({ count }) => count > 1);
  const rows = measurements.map(({ what, count, computeUnits, sizeBytes }) => {
    const each = isShared ? [computeUnits / count] : [];
    return `| ${[what, ...[computeUnits, ...each, sizeBytes].map(format)].join(' | ')} |`;
  });
  const head = isShared
    ? '| what | compute units | each | bytes |\n|---|---:|---:|---:|'
    : '| what | compute units | bytes |\n|---|---:|---:|';
  return `${head}\n${rows.join('\n')}\n`;
}

const format = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

// What is measured: bets and settlements in all sizes, worst cases, and every other instruction in
// the most expensive of the variants that the tests of the program have.
const ELSEWHERE = ['placeBets', 'settlePositions'];

const toSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The most expensive variant of each. Whoever signs first pays the fee. */
function measureOthers(): Measurement[] {
  const most = new Map<string, Measurement>();
  for (const { instruction: name, variant, isInitialized = true, prepare } of fixtures) {
    if (ELSEWHERE.includes(name)) continue;
    const { world } = createStage(isInitialized);
    const instruction = prepare(world);
    const feePayer = instruction.accounts?.find(({ role }) => isSignerRole(role)) ?? keys.keeper;
    const what = `${toSnakeCase(name)}, ${variant}`;
    const measured = measure(world, what, { feePayer, instructions: [instruction] });
    if (measured.computeUnits > (most.get(name)?.computeUnits ?? 0)) most.set(name, measured);
  }
  return [...most.values()];
}

type Measurements = ReturnType<typeof measureAll>;

export function measureAll() {
  return {
    bets: measureBets(),
    betBatches: measureBatches(),
    settlements: measureSettlements(),
    others: measureOthers(),
    worst: measureWorst(),
  };
}
