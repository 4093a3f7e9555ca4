import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { parseMarketId } from '@tote/chain/ids';
import type { Key } from '@tote/chain/key';
import { outcomeFromCode } from '@tote/domain';
import { getVetoMarketInstruction, MarketState } from '@tote/program-client';

export async function findProposed(chain: Chain, marketId: string) {
  const market = parseMarketId(marketId);
  const account = market && (await chain.accounts.findMarket(market));
  if (!account) return `There is no market ${marketId} on this chain.`;
  const { state, outcome, resolvedAt, vetoSeconds } = account;
  if (state === MarketState.Open) return 'The market has no outcome yet.';
  if (state === MarketState.Refunded) return 'The market was vetoed or refunded already.';
  const vetoEndsAt = resolvedAt + BigInt(vetoSeconds);
  if ((await chain.clock.refresh()) >= vetoEndsAt) {
    return 'The veto time is over, or the market never had one. The outcome stands.';
  }
  return { market, outcome: outcomeFromCode(outcome) ?? '', vetoEndsAt };
}

export async function vetoMarket(
  chain: Chain,
  { payer, guardian, market }: { payer: Key; guardian: Key; market: Address },
): Promise<string> {
  const { programAddress, addresses } = chain;
  const input = { authority: guardian.signer, config: addresses.config, market };
  const instruction = getVetoMarketInstruction(input, { programAddress });
  return (await chain.send([instruction], [payer, guardian])).signature;
}
