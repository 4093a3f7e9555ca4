// tools/compute-units/compute-units.test.ts compares the limits with what the program uses.
import { getSettlePositionsInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { readUnitLimit } from '../src/compute-units.ts';
import { createWorld } from './world.ts';

test('the limit of a transaction is read from its bytes', async () => {
  const world = await createWorld();
  const instruction = getSettlePositionsInstruction({
    market: world.oracle.address,
    positions: [{ bettor: world.relayer.address }],
  });
  const limited = await world.chain.sign([instruction], [world.admin], { computeUnitLimit: 777 });
  expect(readUnitLimit(limited.wire)).toBe(777);
  expect(readUnitLimit((await world.chain.sign([instruction], [world.admin])).wire)).toBe(0);
  // A transaction of version 1, with and without a priority fee.
  const large = { ...instruction, data: new Uint8Array(2_000) };
  for (const computeUnitPrice of [undefined, 5n]) {
    const options = { computeUnitLimit: 888, ...(computeUnitPrice && { computeUnitPrice }) };
    const { wire } = await world.chain.sign([large], [world.admin], options);
    expect([wire[0], readUnitLimit(wire)]).toEqual([0x81, 888]);
  }
});
