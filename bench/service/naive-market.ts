// Creates a market and a funded bettor for the naive server, like those of the service.
import type { Address } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import {
  expectedTermsOf,
  findBettorAddress,
  findMarketAddress,
  getCreateMarketInstruction,
  getSetDelegateInstruction,
  MarketSource,
} from '@tote/program-client';
import { creditBettor, openBettor } from '../../service/src/embedded/credit.ts';
import type { Platform } from '../../service/src/embedded/platform.ts';

const HOUR = 3_600n;

export async function prepareNaiveMarket(
  platform: Platform,
): Promise<{ market: Address; wallet: Address; epoch: bigint }> {
  const { chain, embeddedKeys: keys, programConfig } = platform;
  if (!keys) throw new Error('the naive server runs on the embedded chain');
  const expiresAt = BigInt(chain.clock.now()) + HOUR;
  const creator = keys.relayer.address;
  const seeds = { creator, nonce: 1n, expiresAt };
  const market = await findMarketAddress(seeds);
  const create = getCreateMarketInstruction({
    payer: keys.relayer.signer,
    authority: keys.relayer.signer,
    operator: keys.relayer.signer,
    terms: expectedTermsOf(programConfig, 0),
    config: chain.addresses.config,
    ...{ ...seeds, market, currency: 0, isTriggered: true },
    decider: { source: MarketSource.Oracle },
    closesAt: expiresAt,
    refundAt: expiresAt + HOUR,
    question: 'Will it rain in Lisbon?',
    condition: '{}',
  });
  await chain.send([create], [keys.relayer]);

  const wallet = await createKey();
  const bettor = await findBettorAddress(wallet.address);
  const credit = { chain, keys };
  const amount = 1_000_000_000_000n as Parameters<typeof creditBettor>[1]['amount'];
  const delegation = {
    delegate: keys.relayer.address,
    expiresAt: expiresAt + HOUR,
    allowanceSol: amount,
    allowanceUtility: 0n,
  };
  await chain.send(
    [
      await openBettor(credit, { wallet: wallet.address, bettor }),
      ...(await creditBettor(credit, { bettor, currency: 'SOL', amount })),
      getSetDelegateInstruction({
        ...{ wallet: wallet.signer, bettor, delegation },
        config: chain.addresses.config,
      }),
    ],
    [keys.relayer, keys.admin, wallet],
  );
  const account = await chain.accounts.findBettor(wallet.address);
  return { market, wallet: wallet.address, epoch: account?.epoch ?? 0n };
}
