import { expect, test } from 'vitest';
import { refused, useHome } from '../support/home.ts';

const home = useHome();

test('shows the time of the chain and moves it', async () => {
  const before = await home.here(['clock', '--json']);
  const moved = await home.tote(['clock', '--advance', '2m', '--wallet', 'alice', '--json']);
  expect(Date.parse(moved.json.now) - Date.parse(before.json.now)).toBeGreaterThanOrEqual(120_000);
  const { out } = await home.tote(['clock']);
  expect(out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n$/);
  for (const text of ['soon', '-1', '1w', '1.5h']) {
    await refused(
      home.here(['clock', `--advance=${text}`, '--wallet', 'alice']),
      2,
      'must look like 90s',
    );
  }
});
