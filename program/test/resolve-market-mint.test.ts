// Mint or freeze authority revoked: a fact that stays true, of mints of the classic Token program.
import type { Address } from '@solana/kit';
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import {
  type Clause,
  type Decider,
  MARKET_FLAGS,
  MarketSource,
  Outcome,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { setMint } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, mintAuthority } = keys;
const world = createWorld();
const { build } = world;
const mint = createKey('a mint').address;
const initialized: Clause = { offset: 45, type: 'u8', comparator: 'eq', value: 1n };

function revoked(offset: number, account: Address = mint): Decider {
  const clauses: Clause[] = [initialized, { offset, type: 'u32', comparator: 'eq', value: 0n }];
  return {
    source: MarketSource.StateFact,
    account,
    factOwner: TOKEN_PROGRAM_ADDRESS,
    clauses,
  };
}

beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 1_000_000n });
  const authority = mintAuthority.address;
  const options = { mintAuthority: authority, freezeAuthority: authority };
  setMint(world, mint, { decimals: 6, supply: 5n, ...options });
});

const revoke = (authorityType: AuthorityType) =>
  getSetAuthorityInstruction({
    owned: mint,
    owner: mintAuthority.signer,
    authorityType,
    newAuthority: null,
  });

describe.each([
  ['mint', 0, AuthorityType.MintTokens],
  ['freeze', 46, AuthorityType.FreezeAccount],
] as const)('the %s authority', (_, offset, type) => {
  test('is revoked by the token program, for ever; the market ends as Yes', () => {
    const market = world.createMarket({ decider: revoked(offset), isTriggered: true });
    expect(world.getMarket(market).flags & MARKET_FLAGS.latched).toBe(MARKET_FLAGS.latched);
    world.bet(alice, market, Outcome.Yes, 200_000n);
    world.expectRefused(build.resolveByFact(market, mint), 'ResolveTooEarly');
    world.must(revoke(type));
    const late = { wallet: bob, outcome: Outcome.Yes, amount: 200_000n };
    world.expectRefused(build.placeOwnBet(market, late), 'ConditionMet');
    world.nextSlot();
    world.must(build.resolveByFact(market, mint));
    expect(world.getMarket(market).outcome).toBe(Outcome.Yes);
    const back = getSetAuthorityInstruction({
      owned: mint,
      owner: mintAuthority.signer,
      authorityType: type,
      newAuthority: alice.address,
    });
    world.expectFailure(back);
  });

  test('that is still there long after the expiry proves a No', () => {
    const market = world.createMarket({ decider: revoked(offset) });
    world.at(world.getMarket(market).expiresAt + 121n);
    world.must(build.resolveByFact(market, mint));
    expect(world.getMarket(market).outcome).toBe(Outcome.No);
  });
});

test('an account of another length is no mint, whatever its bytes say', () => {
  // A token account whose owner can change them: byte 45 stands in the middle of its owner.
  const data = new Uint8Array(165);
  data[45] = 1;
  data[108] = 1;
  world.setAccount(mint, { data, owner: TOKEN_PROGRAM_ADDRESS });
  const market = world.createMarket({ decider: revoked(0), isTriggered: true });
  world.bet(alice, market, Outcome.No, 200_000n);
  world.nextSlot();
  world.expectRefused(build.resolveByFact(market, mint), 'ObservationInvalid');
  world.at(world.getMarket(market).refundAt);
  world.must(build.refundMarket(market));
});
