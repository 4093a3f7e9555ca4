// Where sequences start, so that they need not spend their commands on getting there.
import type { Currency } from '@tote/program-client';
import { keys } from '../support/genesis.ts';
import type { Key } from '../support/key.ts';
import type { Terms } from '../support/terms.ts';
import { deposit } from './actions/balances.ts';
import { type PlacedBet, placeBets } from './actions/bets.ts';
import { openBettor } from './actions/bettors.ts';
import { updateConfig } from './actions/config.ts';
import { type Delegation, setDelegate } from './actions/delegates.ts';
import {
  type AskedFlags,
  type CreateMarketArgs,
  createMarket,
  NOTHING_ASKED,
  termsNow,
} from './actions/markets.ts';
import type { Bettor, Decider, Market, Model } from './model.ts';
import type { Transaction } from './plan.ts';
import type { Profile } from './profile.ts';

type Perform = (transaction: Transaction) => void;
type Prologue = (model: Model, profile: Profile, perform: Perform) => void;

const { operator, creator } = keys;
const HOUR = 3_600n;
const DELAY_SECONDS = 300;
const ALLOWANCE = 2n ** 63n;

/** Nobody has a Bettor yet. */
const nothing: Prologue = () => {};

/** All four have balances and a delegate; two have their winnings sent to them. */
const funded: Prologue = (model, { firstDeposit }, perform) => {
  model.bettors.forEach((bettor, index) => {
    const slots = index % 2 === 0 ? 2 : 7;
    perform(openBettor(model, { bettor, slots, payer: operator, authority: operator }));
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
  for (const [currency, decider, isTriggered] of [
    [0, oracle, false],
    [1, state, true],
  ] as const) {
    const asked = { ...NOTHING_ASKED, isTriggered };
    perform(createMarket(model, firstMarket(model, { currency, decider, asked })));
    const market = model.markets[currency];
    if (market) perform(placeBets(model, firstBets(model, profile, market)));
  }
};

/**
 * The same, and markets of which one means No when its curve is complete, one is triggered by an
 * oracle, and one is custom; the oracle was replaced since. Changes wait, and one does.
 */
const crowded: Prologue = (model, profile, perform) => {
  betting(model, profile, perform);
  const curve = model.observed.find(({ kind }) => kind === 'curve');
  if (!curve) throw new Error('there is no curve');
  const latched: Decider = { kind: 'state', observed: curve, atLeast: 1n };
  const inverted = { ...NOTHING_ASKED, isInverted: true, isTriggered: true };
  const create = (input: FirstMarket) => perform(createMarket(model, firstMarket(model, input)));
  create({ currency: 0, decider: latched, asked: inverted });
  const oracle: Decider = { kind: 'oracle', oracle: keys.oracle, isNamed: false };
  create({ currency: 1, decider: oracle, asked: { ...NOTHING_ASKED, isTriggered: true } });
  create({ currency: 0, decider: latched, asked: NOTHING_ASKED, operator: null });
  const { admin, knownPrograms, terms } = model.config;
  const announce = (changed: Partial<Terms>) => {
    const settings = { admin, knownPrograms, terms: { ...terms, ...changed } };
    perform(updateConfig(model, admin, settings));
  };
  announce({ changeDelay: DELAY_SECONDS, oracle: keys.keeper.address });
  announce({ burnBps: 100 });
};

interface FirstMarket {
  currency: Currency;
  decider: Decider;
  asked: AskedFlags;
  operator?: Key | null;
}

function firstMarket(model: Model, input: FirstMarket): CreateMarketArgs {
  const { currency, decider, asked } = input;
  const expiresAt = model.now + HOUR;
  return {
    creator,
    authority: operator,
    payer: operator,
    currency,
    decider,
    operator: input.operator === undefined ? operator : input.operator,
    asked,
    expected: termsNow(model.config, currency),
    nonce: BigInt(model.markets.length),
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
    betId: (account?.betIds.highest ?? 0) + 300,
    minRatioBps: 0,
  };
}

export const PROLOGUES = { nothing, funded, betting, crowded } as const;
export type PrologueName = keyof typeof PROLOGUES;
