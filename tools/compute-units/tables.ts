// What is measured: bets and settlements in all sizes, worst cases, and every other instruction in
// the most expensive of the variants that the tests of the program have.
import { isSignerRole } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { fixtures } from '../../program/test/matrix/fixtures/index.ts';
import { createStage } from '../../program/test/matrix/stage.ts';
import { addresses, keys } from '../../program/test/support/genesis.ts';
import { createWorld } from '../../program/test/support/world.ts';
import { measureBatches, measureBets, measureSettlements } from './bets.ts';
import { compile, type Measurement, measure, type Sending } from './measure.ts';
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

/** Bytes that a compute-unit limit and a price add to a transaction. */
function countBudgetBytes(): number {
  const budget = [
    getSetComputeUnitLimitInstruction({ units: 200_000 }),
    getSetComputeUnitPriceInstruction({ microLamports: 1_000n }),
  ];
  const refund = createWorld().build.refundMarket(addresses.config);
  const sizeOf = (instructions: Sending['instructions']) =>
    compile({ feePayer: keys.keeper, instructions }).bytes.length;
  return sizeOf([...budget, refund]) - sizeOf([refund]);
}

export type Measurements = ReturnType<typeof measureAll>;

export function measureAll() {
  return {
    bets: measureBets(),
    betBatches: measureBatches(),
    settlements: measureSettlements(),
    others: measureOthers(),
    worst: measureWorst(),
    budgetBytes: countBudgetBytes(),
  };
}
