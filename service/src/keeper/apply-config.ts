import { getApplyConfigInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../settings/keys.ts';
import {
  findProgramError,
  type LandingContext,
  landAndIngest,
} from '../submissions/land-and-ingest.ts';

interface ApplyConfigContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
}

/**
 * Applies a change of the Config that was announced and is due. Anybody may send this instruction,
 * so "nothing pending" means that somebody else was faster.
 */
export async function applyConfig(context: ApplyConfigContext): Promise<void> {
  const { chain, keys } = context;
  const { config } = chain.addresses;
  const { programAddress } = chain;
  try {
    const instruction = getApplyConfigInstruction({ config }, { programAddress });
    await landAndIngest(context, [instruction], [keys.keeper]);
  } catch (error) {
    if (findProgramError(error) !== 'NothingPending') throw error;
  }
}
