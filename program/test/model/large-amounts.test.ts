import { test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { LARGE_AMOUNTS } from './profile.ts';
import { expectSequences, TIMEOUT_MS } from './run.ts';

test(
  'any sequence with amounts up to 2^63, where products need 128 bits, ends as the model says',
  () => expectSequences(LARGE_AMOUNTS, count(100, 50_000)),
  TIMEOUT_MS,
);
