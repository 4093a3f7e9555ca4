import { MarketSource } from '@tote/program-client';

/** The market names an oracle, and not a fact that anyone can show to the program. */
export function isOracleMarket({ source }: { readonly source: MarketSource }): boolean {
  return source === MarketSource.Oracle || source === MarketSource.NamedOracle;
}
