import { expect, test } from 'vitest';
import { formatTenThousandths, tenThousandths } from '../src/index.ts';

test('all 10,001 odds print at most four decimals and pair up to exactly 1', () => {
  for (let k = 0n; k <= 10_000n; k++) {
    const text = formatTenThousandths(tenThousandths(k));
    const number = Number(text);
    const complement = Number(formatTenThousandths(tenThousandths(10_000n - k)));
    if (!/^(0(\.\d{0,3}[1-9])?|1)$/.test(text)) expect.fail(`${k} prints ${text}`);
    if (number !== Number(k) / 10_000) expect.fail(`${k} gives ${number}`);
    if (number + complement !== 1) expect.fail(`${k} and its complement are not 1`);
  }
});

test('prints ratios above 1 and refuses negative ones', () => {
  expect(formatTenThousandths(tenThousandths(19_000n))).toBe('1.9');
  expect(formatTenThousandths(tenThousandths(10n ** 22n + 1n))).toBe('1000000000000000000.0001');
  expect(() => tenThousandths(-1n)).toThrow(RangeError);
});

test('cannot be serialised by mistake as 7143', () => {
  expect(() => JSON.stringify({ odds: tenThousandths(7143n) })).toThrow(TypeError);
});
