import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The solana-test-validator to use: TOTE_VALIDATOR, or what `npm run validator:build` has built.
 * Undefined if there is none.
 */
export function findValidator(environment = process.env): string | undefined {
  const named = environment.TOTE_VALIDATOR;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`TOTE_VALIDATOR names ${named}, which does not exist`);
    return named;
  }
  const cache = environment.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = environment.TOTE_VALIDATOR_DIR ?? join(cache, 'tote', 'validator');
  const built = join(folder, 'bin', 'solana-test-validator');
  return existsSync(built) ? built : undefined;
}
