import { MarketSource } from '@tote/program-client';

export function isOracleMarket({ source }: { readonly source: MarketSource }): boolean {
  return source === MarketSource.Oracle || source === MarketSource.NamedOracle;
}

/** Bets need the operator's signature, because only it can check whether the condition is met. */
export function isGatedMarket(
  market: { readonly source: MarketSource },
  { isTriggered }: { readonly isTriggered: boolean },
): boolean {
  return isOracleMarket(market) && isTriggered;
}
