import { DomainError } from './errors.ts';
import { LIMITS } from './limits.ts';

export const CLASSIC_TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** A classic mint has exactly this size; every extension, such as a transfer fee, adds to it. */
const CLASSIC_MINT_BYTES = 82;

/** The account on chain that is configured as the utility token's mint. */
interface MintAccount {
  readonly owner: string;
  readonly sizeBytes: number;
  readonly isInitialized: boolean;
  readonly hasFreezeAuthority: boolean;
  readonly decimals: number;
}

/**
 * The decimals of a mint we can use, or a refusal. A mint that takes a fee on transfers would
 * deliver less than was sent, and one that can freeze could hold the vault: both break solvency.
 */
export function checkUtilityMint(mint: MintAccount): number {
  if (mint.owner !== CLASSIC_TOKEN_PROGRAM) throw unsupported('it is not a classic SPL mint');
  if (mint.sizeBytes !== CLASSIC_MINT_BYTES) throw unsupported('its size is not that of a mint');
  if (!mint.isInitialized) throw unsupported('it is not initialized');
  if (mint.hasFreezeAuthority) throw unsupported('it has a freeze authority');
  if (!Number.isInteger(mint.decimals) || mint.decimals < 0) throw unsupported('no decimals');
  if (mint.decimals > LIMITS.mintDecimalsMax) throw unsupported('it has too many decimals');
  return mint.decimals;
}

function unsupported(reason: string): DomainError {
  return new DomainError('utility_mint_unsupported', { reason });
}
