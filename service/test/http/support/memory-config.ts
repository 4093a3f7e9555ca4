// The wallets and the Config of the fake service.
import { address } from '@solana/kit';
import { amount, unixSeconds } from '@tote/domain';
import type { ServiceConfig } from '../../../src/use-cases/use-cases.ts';

export const ALICE = address('4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM');
export const BOB = address('7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj');
export const PROGRAM = address('BPFLoaderUpgradeab1e11111111111111111111111');

export const CONFIG: ServiceConfig = {
  programAddress: PROGRAM,
  utilityMint: BOB,
  tokenProgram: PROGRAM,
  decimals: { SOL: 9, UTILITY: 6 },
  minimumStake: { SOL: amount(100_000n), UTILITY: amount(1_000n) },
  feeRates: { burnBps: 500, developerBps: 500 },
  vetoSeconds: 0,
  leadSeconds: 0,
  horizonSeconds: 3_650 * 86_400,
  delegate: PROGRAM,
  delegates: [PROGRAM],
  oracle: PROGRAM,
  treasury: PROGRAM,
  origin: 'http://127.0.0.1:3000',
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  cluster: 'embedded',
  hasSandbox: true,
};

export const SIGNATURE = '5'.repeat(88);
export const NOW = unixSeconds(1_800_000_000);

export const CREATED = { transactionId: SIGNATURE, state: 'confirmed', warnings: [] } as const;
