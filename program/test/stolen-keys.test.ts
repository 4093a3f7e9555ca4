// Who can stop the thief of a key: every way tried with every key, against the table in
// docs/threat-model.md.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Address } from '@solana/kit';
import { Currency, Outcome, type ProgramInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { keys, SOL } from './support/genesis.ts';
import type { Key } from './support/key.ts';
import { readTable } from './support/read-table.ts';
import { closedMarket } from './support/scenes.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { admin, alice, bob, carol, guardian, keeper, operator, oracle, stranger, treasury } = keys;
const DELAY = 60;
const terms = { changeDelay: DELAY };
const world = createWorld({ terms });
const { build } = world;
let market: Address;

/** Alice chose the operator, carol the keeper. */
const HOLDERS = {
  admin,
  operator,
  oracle,
  guardian,
  treasury,
  wallet: carol,
  delegate: keeper,
  keeper: stranger,
} satisfies Record<string, Key>;

interface Theft {
  /** Says whether the thief still has its way. */
  attack(): boolean;
  /** What somebody tries against it; null if there is nothing to try. */
  stop: ((by: Key) => ProgramInstruction | ProgramInstruction[]) | null;
  /** A change by the admin waits, and the thief may try to cancel it. */
  waits?: boolean;
}

const bet = (wallet: Key) => [{ wallet, outcome: Outcome.Yes, amount: 100_000n }];
/** Whether it would succeed, perhaps after something else. */
const isOk = (instruction: ProgramInstruction, prepare = () => {}) =>
  world.whatIf(() => {
    prepare();
    return world.send(instruction).ok;
  });
const changeBy = (by: Key, changed: object) =>
  build.updateConfig({ ...terms, ...changed }, { admin: by });

const THEFTS: Record<string, Theft> = {
  operator: {
    attack: () =>
      isOk(build.createMarket({ authority: operator })) ||
      isOk(build.placeBets(market, bet(alice), { isStrict: true })),
    stop: (by) => build.disableKeys({ authority: by, operator: true }),
  },
  oracle: {
    attack: () =>
      isOk(build.resolveMarket(market, Outcome.Yes), () =>
        world.at(world.getMarket(market).expiresAt),
      ),
    stop: (by) => build.disableKeys({ authority: by, oracleGeneration: 0 }),
  },
  guardian: {
    attack: () => isOk(build.disableKeys({ authority: guardian, operator: true })),
    stop: (by) => changeBy(by, { guardian: bob.address }),
    waits: true,
  },
  admin: {
    attack: () => isOk(build.applyConfig(), () => world.advance(BigInt(DELAY))),
    stop: (by) => build.cancelConfig({ authority: by }),
  },
  delegate: {
    attack: () => isOk(build.placeBets(market, bet(carol), { authority: keeper, isStrict: true })),
    stop: (by) => withAccount(build.setDelegate(carol, null), 0, by.address),
  },
  treasury: {
    attack: () =>
      isOk(build.collectFees(Currency.Sol), () => void closedMarket(world, { yes: SOL, no: SOL })),
    stop: (by) => changeBy(by, { treasury: bob.address }),
    waits: true,
  },
  keeper: { attack: () => false, stop: null },
  creator: { attack: () => false, stop: null },
  wallet: { attack: () => isOk(build.withdraw(carol, Currency.Sol, SOL)), stop: null },
  'upgrade authority': { attack: () => true, stop: null },
};

const page = readFileSync(resolve(import.meta.dirname, '../../docs/threat-model.md'), 'utf8');
const [header = [], ...table] = readTable(page, '### If a key is stolen');

function setUp(): void {
  world.reset();
  for (const wallet of [alice, bob, carol]) world.bettor(wallet, { sol: 100n * SOL });
  world.must(build.setDelegate(carol, { delegate: keeper.address }));
  market = world.createMarket();
}

test('a stolen key is in the table, whichever it is, with an answer to each question', () => {
  expect(header).toEqual([
    ...['key', 'what the thief can do', 'until when', 'who can stop it', 'what happens then'],
  ]);
  expect(table.map(([key]) => key)).toEqual(Object.keys(THEFTS));
  for (const [key, can, until, who, then] of table) {
    const { stop } = THEFTS[key ?? ''] as Theft;
    expect(can && who, key).toBeTruthy();
    if (stop) expect(until && then, key).toBeTruthy();
  }
});

test.each(table)(
  'the thief of the key of the %s is stopped by those of the table',
  (name, _can, _until, who) => {
    const { attack, stop, waits } = THEFTS[name ?? ''] as Theft;
    if (!stop) {
      expect(who).toBe('nobody');
      return;
    }
    const stoppers = Object.entries(HOLDERS).filter(([, by]) => {
      setUp();
      if (name === 'admin') world.must(changeBy(admin, { oracle: stranger.address }));
      expect(attack(), 'without it the thief has its way').toBe(true);
      if (!world.send(stop(by)).ok) return false;
      if (waits) {
        expect(attack(), 'not before the delay is over').toBe(true);
        world.send(build.cancelConfig({ authority: keys[name as 'guardian'] }));
        world.advance(BigInt(DELAY));
        world.must(build.applyConfig());
      }
      return !attack();
    });
    expect(stoppers.map(([key]) => key).join(', ')).toBe(who);
  },
);
