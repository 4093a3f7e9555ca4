import type { Address } from '@solana/kit';

/** Where the program is, unless somebody deployed it elsewhere. */
export const PROGRAM_ADDRESS = 'Tote111111111111111111111111111111111111111' as Address;
