// Where sequences start, so that they need not spend their commands on getting there.
import type { Currency } from '@tote/program-client';
import { keys } from '../support/genesis.ts';
import { deposit } from './actions/balances.ts';
import { type PlacedBet, placeBets } from './actions/bets.ts';
import { openBettor } from './actions/bettors.ts';
import { type Delegation, setDelegate } from './actions/delegates.ts';
import { createMarket } from './actions/markets.ts';
import type { Bettor, Decider, Market, Model } from './model.ts';
import type { Transaction } from './plan.ts';
import type { Profile } from './profile.ts';

type Perform = (transaction: Transaction) => void;
type Prologue = (model: Model, profile: Profile, perform: Perform) => void;

const { operator, creator } = keys;
const HOUR = 3_600n;
const ALLOWANCE = 2n ** 63n;

/** Nobody has a Bettor yet. */
const nothing: Prologue = () => {};

/** All four have balances and a delegate; two have their winnings sent to them. */
const funded: Prologue = (model, { firstDeposit }, perform) => {
  model.bettors.forEach((bettor, index) => {
    perform(openBettor(model, { bettor, slots: index % 2 === 0 ? 2 : 7, payer: operator }));
    for (const currency of [0, 1] as const) {
      const authority = index < 3 ? bettor.key : operator;
      perform(deposit(model, { bettor, currency, amount: firstDeposit, authority }));
    }
    const delegation: Delegation = {
      delegate: operator,
      expiresAt: model.now + 24n * HOUR,
      allowance: [ALLOWANCE, ALLOWANCE],
    };
    const autoWithdraw = index >= 2 ? true : undefined;
    perform(setDelegate(model, { bettor, delegation, autoWithdraw }));
  });
};

/** The same, with bets in an oracle market in SOL and in one on a state, in UTILITY. */
const betting: Prologue = (model, profile, perform) => {
  funded(model, profile, perform);
  const oracle: Decider = { kind: 'oracle', oracle: keys.oracle, isNamed: false };
  const [observed] = model.observed;
  if (!observed) throw new Error('there is nothing to observe');
  const state: Decider = { kind: 'state', observed, atLeast: 2n };
  for (const [currency, decider] of [
    [0, oracle],
    [1, state],
  ] as const) {
    perform(createMarket(model, firstMarket(model, currency, decider)));
    const market = model.markets[currency];
    if (market) perform(placeBets(model, firstBets(model, profile, market)));
  }
};

function firstMarket(model: Model, currency: Currency, decider: Decider) {
  const expiresAt = model.now + HOUR;
  return {
    creator,
    authority: operator,
    payer: operator,
    currency,
    decider,
    isTriggered: decider.kind === 'state',
    isLatched: false,
    nonce: BigInt(currency),
    closesAt: expiresAt,
    expiresAt,
    refundAt: expiresAt + HOUR,
    donation: 0n,
  };
}

/** Odd shares, so that payouts leave dust. */
function firstBets(model: Model, { firstDeposit }: Profile, market: Market) {
  const bets = model.bettors.map((bettor, index) => firstBet(bettor, index, firstDeposit));
  const { currency } = market;
  return {
    kind: 'place_bets (batch)',
    market,
    authority: operator,
    bets,
    isStrict: true,
    currency,
    operator,
  };
}

function firstBet(bettor: Bettor, index: number, firstDeposit: bigint): PlacedBet {
  const { account, address } = bettor;
  return {
    address,
    outcome: index % 2 === 0 ? 1 : 2,
    amount: firstDeposit / BigInt(5 + 2 * index),
    slot: 0,
    epoch: account?.epoch ?? 0n,
    // Far enough up for an id to be too old.
    betId: (account?.window.highest ?? 0) + 300,
  };
}

export const PROLOGUES = { nothing, funded, betting } as const;
export type PrologueName = keyof typeof PROLOGUES;
