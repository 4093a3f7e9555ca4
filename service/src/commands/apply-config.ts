import { getApplyConfigInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import { type Actor, findProgramError, landAndIngest } from './landing/land-and-ingest.ts';

interface ApplyConfigContext extends Actor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
}

/** Puts an announced change into force. Anybody may, so somebody else may have been faster. */
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
