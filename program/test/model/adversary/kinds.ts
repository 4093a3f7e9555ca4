// How the stage is set: who has what, and one market of each kind.
import { Currency, type Decider, MarketSource, Outcome } from '@tote/program-client';
import type { MarketInput } from '../../support/build.ts';
import { latchedFact, stateFact, timedFact, timedFactData } from '../../support/facts.ts';
import { addresses, keys } from '../../support/genesis.ts';
import { setTokenAccount } from '../../support/tokens.ts';
import type { World } from '../../support/world.ts';
import {
  alice,
  attacker,
  counter,
  curve,
  DAY,
  poor,
  prices,
  referee,
  STAGE_TERMS,
  secondToken,
} from './cast.ts';

const { Sol, Utility } = Currency;
const ONE = 1_000_000_000n;

interface Kind extends MarketInput {
  vetoSeconds?: number;
}

const state = stateFact(counter);
const latched = latchedFact(curve);
const named: Decider = { source: MarketSource.NamedOracle, oracle: referee.address };

/** One market of each kind. */
const KINDS = {
  oracle: {},
  'oracle without a veto time': { vetoSeconds: 0, currency: Utility },
  'gated oracle': { isGated: true, currency: Utility },
  'triggered oracle': { isTriggered: true },
  'inverted oracle': { isTriggered: true, isInverted: true, currency: Utility },
  'triggered oracle without a veto time': { isTriggered: true, vetoSeconds: 0 },
  'named oracle': { decider: named, currency: Utility },
  'custom oracle': { operator: null },
  'timed fact': { decider: timedFact(), currency: Utility },
  'state fact': { decider: state },
  'triggered state fact': { decider: state, isTriggered: true, currency: Utility },
  'latched fact': { decider: latched, isLatched: true },
  'inverted latched fact': { decider: latched, isTriggered: true, isInverted: true },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** Everybody's balances, and fees in both vaults. */
export function setStage(world: World): void {
  openBettors(world);
  for (const currency of [Sol, Utility]) leaveFees(world, currency);
  world.setLamports(poor.address, 0n);
  const { utilityMint: mint } = addresses;
  setTokenAccount(world, secondToken, { mint, owner: keys.treasury.address, amount: 0n });
}

/** Alice and the attacker are rich; all of them can be bet for by the operator. */
function openBettors(world: World): void {
  const delegation = { expiresAt: world.now + 5_000n * DAY, allowanceSol: ONE };
  for (const wallet of [alice, poor, attacker]) {
    world.bettor(wallet, { slots: 2, utility: 10n * ONE, isDelegated: false });
    world.must(world.build.setDelegate(wallet, delegation));
    if (wallet !== poor) world.must(world.build.deposit(wallet, Sol, 100n * ONE));
  }
}

/** A market that was closed: its fees are in the vault. */
function leaveFees(world: World, currency: Currency): void {
  const market = world.createMarket({ currency });
  world.bet(alice, market, Outcome.Yes, 5n * ONE);
  world.bet(attacker, market, Outcome.No, 5n * ONE);
  world.resolve(market, Outcome.Yes);
  world.settle(market, alice, attacker);
  world.must(world.build.closeMarket(market));
}

/** The market of this kind, in which Alice and the attacker have bet. */
export function makeMarket(world: World, name: KindName): void {
  const { vetoSeconds = STAGE_TERMS.vetoSeconds, ...input }: Kind = KINDS[name];
  world.must(world.build.updateConfig({ ...STAGE_TERMS, vetoSeconds, changeDelay: 0 }));
  const expiresAt = world.now + 3_600n;
  world.setState(counter, 0n);
  world.setCurve(curve, false);
  const times = { publishTime: expiresAt, previousPublishTime: expiresAt - 1n };
  for (const [address, price] of [
    [prices.met, 150n],
    [prices.not, 50n],
  ] as const) {
    const data = timedFactData({ price, ...times });
    world.setAccount(address, { data, owner: addresses.factProgram });
  }
  const closesAt = expiresAt - BigInt(STAGE_TERMS.leadSeconds);
  const market = world.createMarket({ closesAt, expiresAt, nonce: 100n, ...input });
  world.bet(alice, market, Outcome.Yes, ONE);
  world.bet(attacker, market, Outcome.No, ONE);
  world.must(world.build.updateConfig(STAGE_TERMS));
  world.nextSlot();
}
