import type { Chain } from '@tote/chain/chain';
import { listBettorAccounts, listMarketAccounts } from '@tote/chain/list-accounts';
import { amount, type Currency, currencyFromCode, DECIMALS, formatAmount } from '@tote/domain';
import { type Config, MarketState, NO_ADDRESS } from '@tote/program-client';

export interface FreedMarkets {
  readonly markets: number;
  /** Markets whose outcome can still be vetoed: it becomes void, and they are refunded too. */
  readonly outcomes: number;
  readonly stakes: Readonly<Record<Currency, string>>;
}

export async function countFreed(
  chain: Chain,
  { oracleDisabledBelow, utilityDecimals }: Config,
  generation: number,
): Promise<FreedMarkets> {
  const now = BigInt(await chain.clock.refresh());
  const sums = { SOL: 0n, UTILITY: 0n };
  let [markets, outcomes] = [0, 0];
  for (const market of (await listMarketAccounts(chain)).values()) {
    const { state, oracleGeneration, resolvedAt, vetoSeconds, currency, pools } = market;
    if (oracleGeneration < oracleDisabledBelow || oracleGeneration > generation) continue;
    const isOpen = state === MarketState.Open;
    const isVetoable = now < resolvedAt + BigInt(vetoSeconds);
    if (!isOpen && !(state === MarketState.Resolved && isVetoable)) continue;
    if (isOpen) markets += 1;
    else outcomes += 1;
    const [yes = 0n, no = 0n] = pools;
    sums[currencyFromCode(currency)] += yes + no;
  }
  const stakes = {
    SOL: formatAmount(amount(sums.SOL), DECIMALS.SOL),
    UTILITY: formatAmount(amount(sums.UTILITY), utilityDecimals),
  };
  return { markets, outcomes, stakes };
}

export async function countDelegations(
  chain: Chain,
  { operatorDisabledBelow }: Config,
  generation: number,
): Promise<number> {
  const now = BigInt(await chain.clock.refresh());
  const isLost = (given: number) => given >= operatorDisabledBelow && given <= generation;
  return [...(await listBettorAccounts(chain)).values()].filter(
    ({ delegate, delegateGeneration, delegateExpiresAt }) =>
      delegate !== NO_ADDRESS && delegateExpiresAt > now && isLost(delegateGeneration),
  ).length;
}
