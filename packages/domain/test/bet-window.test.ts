import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { readVectors, type WindowCase } from '../../../tools/test-setup/vectors.ts';
import { type BetWindow, checkBetId, consumeBetId, EMPTY_BET_WINDOW } from '../src/index.ts';

function windowOf({ highest, seen }: WindowCase['start']): BetWindow {
  const bits = seen.map((id) => 1n << (BigInt(highest) - BigInt(id)));
  return { highest: Number(highest), seen: bits.reduce((all, bit) => all | bit, 0n) };
}

describe('vectors/bet-window.json', () => {
  test.each(readVectors<WindowCase>('bet-window.json'))('$name', ({ start, steps, expected }) => {
    let window = windowOf(start);
    for (const { id, verdict } of steps) {
      const checked = checkBetId(window, Number(id));
      const used = consumeBetId(window, Number(id));
      expect([id, checked, used.verdict]).toEqual([id, verdict, verdict]);
      if (verdict !== 'Fresh') expect(used.window).toBe(window);
      window = used.window;
    }
    expect(window).toEqual(windowOf(expected));
  });
});

test('refuses a number that is not a 32-bit id', () => {
  for (const id of [-1, 0.5, Number.NaN, 2 ** 32]) {
    expect(() => checkBetId(EMPTY_BET_WINDOW, id)).toThrow(RangeError);
  }
});

/** Jumps that stay close, cross the window and reach its limits. */
const jumps = fc.oneof(
  fc.integer({ min: -300, max: 8 }),
  fc.constantFrom(63, 64, 255, 256, 257, 65_535, 65_536),
);

test('no id is ever fresh twice, and the window stays 256 bits wide', () => {
  fc.assert(
    fc.property(fc.array(jumps, { maxLength: 200 }), (sequence) => {
      let window = EMPTY_BET_WINDOW;
      const used = new Set<number>();
      for (const jump of sequence) {
        const id = Math.max(0, window.highest + jump);
        const before = window.highest;
        const result = consumeBetId(window, id);
        const isInReach = id >= before - 255 && id <= before + 65_535;
        expect(result.verdict === 'Fresh').toBe(isInReach && !used.has(id));
        if (result.verdict === 'Fresh') used.add(id);
        window = result.window;
        expect(window.highest).toBe(Math.max(0, ...used));
        expect(window.seen < 2n ** 256n).toBe(true);
      }
    }),
    { numRuns: count(300, 20_000) },
  );
});
