// The programs whose accounts are read here, and the mints that prices are quoted in.
import { type Address, address } from '@solana/kit';

export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const TOKEN_PROGRAMS: readonly Address[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];

export const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

export const PUMP_PROGRAM = address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P');
export const PUMPSWAP_PROGRAM = address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA');
/** Raydium's first AMM, version 4. */
export const RAYDIUM_AMM_PROGRAM = address('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8');
export const CPMM_PROGRAM = address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
export const LAUNCHLAB_PROGRAM = address('LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj');
export const METEORA_DBC_PROGRAM = address('dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN');
export const METEORA_DAMM_PROGRAM = address('cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG');
export const WHIRLPOOL_PROGRAM = address('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc');

/** Metaplex: names and symbols of tokens. */
export const METADATA_PROGRAM = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');

/** Pyth's receiver, before and after its upgrade of 2026. Both may own price updates. */
export const PYTH_RECEIVER = address('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ');
export const PYTH_RECEIVER_2026 = address('rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp');
export const PYTH_RECEIVERS: readonly Address[] = [PYTH_RECEIVER, PYTH_RECEIVER_2026];
export const PYTH_PUSH_PROGRAM = address('pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT');
export const PYTH_PUSH_PROGRAM_2026 = address('pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou');

export const WRAPPED_SOL = address('So11111111111111111111111111111111111111112');
export const SOL_DECIMALS = 9;
