import type { BettorAccount, Model } from './model.ts';

export function copyAccount(account: BettorAccount): BettorAccount {
  return {
    ...account,
    available: [...account.available],
    sweepable: [...account.sweepable],
    allowance: [...account.allowance],
    slots: [...account.slots],
  };
}

/** Remembers the model, and returns how to go back to it: plans hold on to its parts. */
export function remember(model: Model): () => void {
  const { config, supply } = model;
  const lamports = [...model.lamports];
  const tokens = [...model.tokens];
  const sentBets = [...model.sentBets];
  const vaults = model.vaults.map((vault) => ({ vault, saved: { ...vault } }));
  const bettors = model.bettors.map((bettor) => {
    const account = bettor.account && copyAccount(bettor.account);
    return { bettor, saved: { ...bettor, account } };
  });
  const markets = model.markets.map((market) => {
    return { market, saved: { ...market }, settled: market.settled.length };
  });
  return () => {
    Object.assign(model, { config, supply });
    refill(model.lamports, lamports);
    refill(model.tokens, tokens);
    model.sentBets.splice(0, Number.POSITIVE_INFINITY, ...sentBets);
    for (const { vault, saved } of vaults) Object.assign(vault, saved);
    for (const { bettor, saved } of bettors) Object.assign(bettor, saved);
    for (const { market, saved, settled } of markets) {
      Object.assign(market, saved);
      market.settled.length = settled;
    }
    model.markets.length = markets.length;
  };
}

function refill<Key, Value>(map: Map<Key, Value>, entries: readonly [Key, Value][]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
