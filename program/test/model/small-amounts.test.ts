import { test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { SMALL_AMOUNTS } from './profile.ts';
import { expectSequences, TIMEOUT_MS } from './run.ts';

test(
  'any sequence with a few base units, where rounding is as large as the stake, ends as the model says',
  () => expectSequences(SMALL_AMOUNTS, count(100, 50_000)),
  TIMEOUT_MS,
);
