import { expect } from 'vitest';
import { type Api, expectBalanced } from '../../faults/support/api.ts';
import type { FundedWallet } from '../../faults/support/funded-wallet.ts';
import type { Load } from '../../support/load.ts';
import type { Cluster } from './cluster.ts';

interface Expected {
  readonly marketId: string;
  readonly wallets: readonly FundedWallet[];
  /** What each wallet had at first, and what each bet stakes, in lamports. */
  readonly funds: bigint;
  readonly stake: bigint;
  /** Everything that was placed in the market. */
  readonly loads: readonly Load[];
}

/** Each bet that was answered as placed is on chain once, and nothing else is. */
export async function expectExact(
  { chain }: Cluster,
  api: Api,
  { marketId, wallets, funds, stake, loads }: Expected,
): Promise<void> {
  const answers = loads.flatMap(({ placed }) => placed.flat());
  const ids = new Set(answers.map(({ body }) => body.betId));
  expect(ids.size).toBe(answers.length);
  const spent = wallets.map((_, index) =>
    loads.reduce((sum, { placed }) => sum + BigInt(placed[index]?.length ?? 0) * stake, 0n),
  );
  for (const [index, { key }] of wallets.entries()) {
    const { available = [] } = (await chain.accounts.findBettor(key.address)) ?? {};
    expect(available[0]).toBe(funds - (spent[index] ?? 0n));
  }
  const volume = Number(spent.reduce((sum, each) => sum + each, 0n)) / 1e9;
  const detail = async () => (await api.get(`/markets/${marketId}`)).body;
  const exact = { betCount: answers.length, totalVolume: expect.closeTo(volume, 9) };
  await expect.poll(detail, { timeout: 60_000 }).toMatchObject(exact);
  await expectBalanced(api);
}
