import { MarketSource } from '@tote/program-client';

/** The market names an oracle, and not a fact that anyone can show to the program. */
export function isOracleMarket({ source }: { readonly source: MarketSource }): boolean {
  return source === MarketSource.Oracle || source === MarketSource.NamedOracle;
}

/** Nobody bets in it without the operator, who looks whether it is met: the program cannot. */
export function isGatedMarket(
  market: { readonly source: MarketSource },
  { isTriggered }: { readonly isTriggered: boolean },
): boolean {
  return isOracleMarket(market) && isTriggered;
}
