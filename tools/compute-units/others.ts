import type { Address } from '@solana/kit';
import { Currency, Outcome, type ProgramInstruction } from '@tote/program-client';
import { utilityAddress } from '../../program/test/support/build.ts';
import { keys } from '../../program/test/support/genesis.ts';
import type { Key } from '../../program/test/support/key.ts';
import { AUCTION } from '../../program/test/support/terms.ts';
import { createWorld, type World } from '../../program/test/support/world.ts';
import { type Measurement, measure } from './measurement.ts';
import { Scene, SLOT, SLOTS, stakeOf } from './scene.ts';

const { Sol, Utility } = Currency;
const { admin, alice, bob, creator, guardian, keeper, operator } = keys;
const AMOUNT = stakeOf(3);

function send(world: World, what: string, feePayer: Key, instruction: ProgramInstruction) {
  return measure(world, { what, feePayer, instructions: [instruction] });
}

export function measureConfiguration(): Measurement[] {
  const empty = createWorld({ isInitialized: false });
  const { world } = new Scene();
  return [
    send(empty, 'initialize', operator, empty.build.initialize()),
    send(world, 'update_config, without a delay', admin, world.build.updateConfig({ burnBps: 1 })),
    ...measureAnnouncement(),
    measureDisabling(),
  ];
}

const DELAY = 600;

function measureAnnouncement(): Measurement[] {
  const { world } = new Scene();
  const { build } = world;
  world.must(build.updateConfig({ changeDelay: DELAY }));
  const change = { changeDelay: DELAY, oracle: keeper.address };
  const announce = send(world, 'update_config, announced', admin, build.updateConfig(change));
  const cancel = send(world, 'cancel_config', admin, build.cancelConfig());
  world.must(build.updateConfig(change));
  world.advance(BigInt(DELAY));
  return [announce, cancel, send(world, 'apply_config', keeper, build.applyConfig())];
}

function measureDisabling(): Measurement {
  const { world } = new Scene();
  const disable = world.build.disableKeys({ operatorGeneration: 0, oracleGeneration: 0 });
  return send(world, 'disable_keys, operator and oracle', guardian, disable);
}

export function measureBettors(): Measurement[] {
  const { world } = new Scene();
  const { build } = world;
  const opened = send(
    world,
    `open_bettor, ${SLOTS} slots`,
    operator,
    build.openBettor(creator, { slots: SLOTS }),
  );
  const grown = send(
    world,
    `grow_bettor, ${SLOTS} more, by the wallet`,
    creator,
    build.growBettor(creator, SLOTS, { payer: creator }),
  );
  return [
    opened,
    send(world, `grow_bettor, ${SLOTS} more`, operator, build.growBettor(creator, SLOTS)),
    grown,
    send(world, 'close_bettor', creator, build.closeBettor(creator)),
    measureForfeit(),
    send(world, 'set_delegate, the delegate', alice, build.setDelegate(alice)),
    send(world, 'set_delegate, auto_withdraw', alice, build.setAutoWithdraw(alice, true)),
  ];
}

function measureForfeit(): Measurement {
  const { world } = new Scene();
  const { build } = world;
  world.must(build.openBettor(creator, { slots: SLOTS }));
  world.must(build.deposit(creator, Utility, 1_000n));
  const close = build.closeBettor(creator, { isForfeiting: true });
  return send(world, 'close_bettor, leaving UTILITY behind', creator, close);
}

export function measureMoney(): Measurement[] {
  const { world } = new Scene();
  const { build } = world;
  const rows = [
    send(world, 'deposit, SOL', alice, build.deposit(alice, Sol, AMOUNT)),
    send(world, 'deposit, UTILITY', alice, build.deposit(alice, Utility, 2n * AMOUNT)),
    send(world, 'withdraw, SOL', alice, build.withdraw(alice, Sol, AMOUNT)),
    send(world, 'withdraw, UTILITY', alice, build.withdraw(alice, Utility, AMOUNT)),
  ];
  world.setLamports(utilityAddress(alice), 0n);
  const create = build.withdraw(alice, Utility, AMOUNT);
  rows.push(send(world, 'withdraw, UTILITY, to a new token account', alice, create));
  return [...rows, measureSweep(Sol), measureSweep(Utility)];
}

function measureSweep(currency: Currency): Measurement {
  const scene = new Scene();
  const { world } = scene;
  settleOne(scene, currency);
  world.must(world.build.setAutoWithdraw(alice, true));
  const sweep = world.build.withdraw(alice, currency, AMOUNT, { authority: keeper });
  return send(world, `withdraw, ${nameOf(currency)}, a sweep by the keeper`, keeper, sweep);
}

/** A market with two settled positions: alice won, bob lost. */
function settleOne(scene: Scene, currency: Currency): Address {
  const { world } = scene;
  if (currency === Utility) {
    for (const wallet of [alice, bob]) {
      world.must(world.build.deposit(wallet, Utility, 500_000_000_000n));
    }
  }
  const market = scene.market({ currency });
  world.resolve(market, Outcome.Yes);
  world.must(world.build.settlePositions(market, [alice, bob], SLOT));
  return market;
}

function closeOne(scene: Scene, currency: Currency): Measurement {
  const market = settleOne(scene, currency);
  const what = `close_market, ${nameOf(currency)}`;
  return send(scene.world, what, keeper, scene.world.build.closeMarket(market));
}

export function measureFees(): Measurement[] {
  const [sol, utility] = [new Scene(), new Scene()];
  const closings = [closeOne(sol, Sol), closeOne(utility, Utility)];
  const buyBack = sol.world.build.buyBack(bob, 8n * AUCTION.firstPrice);
  const collect = ({ world }: Scene, currency: Currency) => {
    const what = `collect_fees, ${nameOf(currency)}`;
    return send(world, what, keeper, world.build.collectFees(currency));
  };
  return [
    ...closings,
    collect(sol, Sol),
    collect(utility, Utility),
    send(sol.world, 'buy_back, one lot', bob, buyBack),
  ];
}

function nameOf(currency: Currency): string {
  return currency === Sol ? 'SOL' : 'UTILITY';
}
