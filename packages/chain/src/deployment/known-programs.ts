import { type Address, address } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';

/** Programs whose accounts may decide a market without making it `custom`. */
export const KNOWN_PROGRAMS: readonly Address[] = [
  // Pyth's receiver: prices.
  address('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ'),
  // pump.fun, Meteora: bonding curves.
  address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'),
  address('dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN'),
  // PumpSwap, Raydium CPMM, Raydium LaunchLab, Orca Whirlpools: pools.
  address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'),
  address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'),
  address('LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj'),
  address('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'),
  // Token and Token-2022: mints, for supply.
  TOKEN_PROGRAM_ADDRESS,
  address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
];
