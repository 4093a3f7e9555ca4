// What is measured: bets and settlements in all sizes, worst cases, and every other instruction in
// the most expensive of the variants that the tests of the program have.
import { isSignerRole } from '@solana/kit';
import { fixtures } from '../../program/test/matrix/fixtures/index.ts';
import { createStage } from '../../program/test/matrix/stage.ts';
import { keys } from '../../program/test/support/genesis.ts';
import { measureBatches, measureBets, measureSettlements } from './bets.ts';
import { type Measurement, measure } from './measure.ts';
import { measureWorst } from './worst.ts';

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

export type Measurements = ReturnType<typeof measureAll>;

export function measureAll() {
  return {
    bets: measureBets(),
    betBatches: measureBatches(),
    settlements: measureSettlements(),
    others: measureOthers(),
    worst: measureWorst(),
  };
}
