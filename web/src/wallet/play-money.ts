import { decimal, type Tote } from '@tote/sdk';
import { now } from '../data/clock.ts';

export const PLAY_SOL = '100';
const PLAY_UTILITY = '10000';
const ALLOWANCE_MS = 30 * 86_400_000;

export async function getPlayMoney({ useFaucet }: Tote): Promise<void> {
  await useFaucet({ currency: 'SOL', amount: decimal(PLAY_SOL) });
  await useFaucet({ currency: 'UTILITY', amount: decimal(PLAY_UTILITY) });
}

/** Lets the service stake all of it. */
export async function allowPlayMoney({ allow }: Tote): Promise<void> {
  const until = new Date(now.peek() + ALLOWANCE_MS);
  await allow({ sol: decimal(PLAY_SOL), utility: decimal(PLAY_UTILITY), until });
}
