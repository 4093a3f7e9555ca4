import { type Address, address, getAddressDecoder } from '@solana/kit';
import { TransactionFailed } from '@tote/chain/landed';
import { expect, test } from 'vitest';
import { type SettleMarketContext, settleMarket } from '../../src/markets/settle-market.ts';

const KEEPER = address('11111111111111111111111111111111');
const REFUSED = new TransactionFailed({ text: 'too large' });

const bettorOf = (index: number): Address =>
  getAddressDecoder().decode(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? index : 7)));

interface BatchedInstruction {
  readonly instruction: { readonly accounts: readonly { readonly address: Address }[] };
}

/** Settles this many positions with a node that refuses as the test says. Returns its batches. */
async function settle(count: number, refuse: (positions: number) => unknown): Promise<number[]> {
  let left = Array.from({ length: count }, (_, index) => bettorOf(index + 1));
  const batches: number[] = [];
  const context = {
    chain: { programAddress: KEEPER },
    keys: { keeper: { address: KEEPER } },
    listUnsettled: async (_: string, limit: number) => left.slice(0, limit),
    batcher: {
      async land({ instruction: { accounts } }: BatchedInstruction) {
        const bettors = new Set(accounts.map((account) => account.address));
        const positions = left.filter((bettor) => bettors.has(bettor)).length;
        batches.push(positions);
        const error = refuse(positions);
        if (error) throw error;
        left = left.filter((bettor) => !bettors.has(bettor));
      },
    },
  } as unknown as SettleMarketContext;
  const settled = await settleMarket(context, { id: 'market_1' as never, address: KEEPER });
  expect(settled).toBe(count);
  expect(left).toEqual([]);
  return batches;
}

test('after a refusal the same positions are settled in smaller batches', async () => {
  expect(await settle(61, () => undefined)).toEqual([61]);
  expect(await settle(61, (positions) => positions > 25 && REFUSED)).toEqual([61, 25, 25, 11]);
});

test('a small batch that is refused, and what is no refusal, are the failure', async () => {
  await expect(settle(25, () => REFUSED)).rejects.toBe(REFUSED);
  const lost = new Error('the chain does not answer');
  const sizes: number[] = [];
  const losing = settle(61, (positions) => {
    sizes.push(positions);
    return lost;
  });
  await expect(losing).rejects.toBe(lost);
  expect(sizes).toEqual([61]);
});
