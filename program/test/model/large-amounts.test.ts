import { describe, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { LARGE_AMOUNTS } from './profile.ts';
import { expectSequences, TIMEOUT_MS } from './run.ts';

describe('any sequence of commands ends as the model says', () => {
  test(
    'amounts up to 2^63, where products need 128 bits',
    () => expectSequences(LARGE_AMOUNTS, count(100, 50_000)),
    TIMEOUT_MS,
  );
});
