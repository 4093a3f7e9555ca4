import { describe, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { SMALL_AMOUNTS } from './profile.ts';
import { expectSequences, TIMEOUT_MS } from './run.ts';

describe('any sequence of commands ends as the model says', () => {
  test(
    'a few base units, where rounding is as large as the stake',
    () => expectSequences(SMALL_AMOUNTS, count(100, 50_000)),
    TIMEOUT_MS,
  );
});
