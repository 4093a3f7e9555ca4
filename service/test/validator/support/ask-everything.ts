import { expect } from 'vitest';
import type { Api } from '../../faults/support/api.ts';
import type { FundedWallet } from '../../faults/support/funded-wallet.ts';

interface Asked {
  readonly markets: readonly string[];
  readonly wallets: readonly FundedWallet[];
}

/** Answers by path, to compare them after the database was written again. */
export async function askEverything(
  api: Api,
  { markets, wallets }: Asked,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const ask = async (path: string, as?: FundedWallet) => {
    const { status, text } = await api.get(path, as);
    // A market that is open has no payouts.
    expect([path, status]).toEqual([path, expect.toBeOneOf([200, 409])]);
    answers[path + (as?.key.address ?? '')] = text;
  };
  for (const marketId of markets) {
    for (const part of ['', '/bets?limit=100', '/payouts?limit=100', '/history?points=50']) {
      await ask(`/markets/${marketId}${part}`);
    }
  }
  for (const wallet of wallets) {
    await ask('/account', wallet);
    await ask('/account/statement', wallet);
  }
  await ask('/leaderboard');
  return answers;
}
