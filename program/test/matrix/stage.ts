// The world that every call of the matrix is made in, and the cast: accounts of every kind that an
// attacker could put in the place of the right one.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Address } from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  Currency,
  Outcome,
  SYSTEM_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { deriveAddress, toBytes } from '../support/address-bytes.ts';
import { bettorAddress, utilityAddress } from '../support/build.ts';
import type { ChainOptions } from '../support/chain.ts';
import { addresses, keys, LOADER, SOL } from '../support/genesis.ts';
import { createKey, findKey } from '../support/key.ts';
import {
  NATIVE_MINT,
  otherTokenProgram,
  setMint,
  setTokenAccount,
  tokenProgram,
} from '../support/tokens.ts';
import { createWorld, type World } from '../support/world.ts';
import { type AccountType, classify } from './account-type.ts';

const DAY = 86_400n;
const { alice, bob, carol } = keys;

/** An account that can be put in another's place. */
export interface CastMember {
  name: string;
  address: Address;
  type: AccountType;
  /** Only a key that somebody holds can come with a signature. */
  canSign: boolean;
}

export interface Stage {
  world: World;
  cast: CastMember[];
}

/** Accounts of the attacker: a program of its own, and accounts that only look right. */
export const attacker = {
  program: createKey('attacker program').address,
  blob: createKey('attacker blob').address,
  elsewhere: createKey('attacker elsewhere').address,
  mint: createKey('attacker mint').address,
  programData: deriveAddress(LOADER, [toBytes(createKey('attacker program').address)]).address,
  aliceToken: createKey('token account of the attacker mint').address,
};

const otherFact = createKey('another observed account').address;
const PROGRAM_FILE = resolve(import.meta.dirname, '../../tote.so');

export function createStage(isInitialized: boolean, options: ChainOptions = {}): Stage {
  const world = createWorld({ isInitialized, ...options });
  setForeignAccounts(world);
  const markets = isInitialized ? playProgramAccounts(world) : copyProgramAccounts(world);
  return { world, cast: listCast(world, markets) };
}

function setForeignAccounts(world: World): void {
  world.svm.addProgram(toBytes(attacker.program), readFileSync(PROGRAM_FILE));
  const mintAuthority = keys.stranger.address;
  setMint(world, attacker.mint, { decimals: 6, supply: SOL, mintAuthority });
  setMint(world, NATIVE_MINT, { decimals: 9, supply: 0n, mintAuthority: null });
  const coins = { mint: attacker.mint, owner: alice.address, amount: SOL };
  setTokenAccount(world, attacker.aliceToken, coins);
  world.setAccount(attacker.blob, { data: new Uint8Array(800).fill(1), owner: attacker.program });
  world.setState(otherFact, 5n);
}

type Markets = Record<string, Address>;

/**
 * Three bettors: alice, who takes part in the calls; bob, whose delegate is hers in another epoch;
 * carol, who has no delegate, won something and lets anybody sweep it. Markets in every state.
 */
function playProgramAccounts(world: World): Markets {
  const { build } = world;
  for (const wallet of [alice, bob, carol]) {
    world.nextSlot();
    // Alice's rent is the operator's, everybody else's their own.
    const payer = wallet === alice ? keys.operator : wallet;
    world.must(build.openBettor(wallet, { slots: 8, payer }));
    world.must(build.deposit(wallet, Currency.Sol, 20n * SOL));
    world.must(build.deposit(wallet, Currency.Utility, 20n * SOL));
    if (wallet !== carol) world.must(build.setDelegate(wallet));
  }
  world.must(build.setAutoWithdraw(carol, true));

  const soon = { creator: bob, expiresAt: world.now + 60n };
  const late = { creator: bob, expiresAt: world.now + 100n * DAY };
  const settled = world.createMarket(soon);
  const markets = {
    'an open market in SOL': world.createMarket(late),
    'an open market in UTILITY': world.createMarket({ ...late, currency: Currency.Utility }),
    'a decided market': world.createMarket(soon),
  };
  for (const market of [settled, ...Object.values(markets)]) {
    world.bet(carol, market, Outcome.Yes, SOL);
  }
  world.bet(bob, settled, Outcome.No, SOL);
  world.advance(60n);
  world.resolve(settled, Outcome.Yes);
  world.resolve(markets['a decided market'], Outcome.Yes);
  world.settle(settled, carol);
  return markets;
}

/** Before `initialize` there can be no bettor and no market: here they come from another chain. */
function copyProgramAccounts(world: World): Markets {
  const source = createWorld();
  const markets = playProgramAccounts(source);
  const copied = [...Object.values(markets), ...[alice, bob, carol].map(bettorAddress)];
  for (const address of copied) {
    world.setAccount(address, { data: source.getData(address), owner: addresses.program });
  }
  return markets;
}

function listCast(world: World, markets: Markets): CastMember[] {
  const { vaultSol, vaultUtility, factProgram: _, tokenProgram: __, ...single } = addresses;
  const named: Record<string, Address> = {
    ...single,
    'the SOL vault': vaultSol,
    'the UTILITY vault': vaultUtility,
    'the bettor of bob': bettorAddress(bob),
    'the bettor of carol': bettorAddress(carol),
    ...markets,
    'the coins of bob': utilityAddress(bob),
    'the coins of carol': utilityAddress(carol),
    'coins of another mint': attacker.aliceToken,
    'another mint': attacker.mint,
    'the native mint': NATIVE_MINT,
    'another observed account': otherFact,
    "an attacker's account": attacker.blob,
    "an attacker's program": attacker.program,
    "the data of an attacker's program": attacker.programData,
    'an address with nothing': createKey('nothing').address,
    ...PROGRAMS,
    ...SYSVARS,
  };
  const accounts = Object.entries(named).map(([name, address]) => {
    const type: AccountType = name in SYSVARS ? 'sysvar' : classify(world, address);
    return { name, address, type, canSign: false };
  });
  const signers = Object.values(keys).map(({ name, address }) => {
    return { name, address, type: 'wallet' as const, canSign: findKey(address) !== undefined };
  });
  return [...signers, ...accounts];
}

const PROGRAMS = {
  'the System program': SYSTEM_PROGRAM_ADDRESS,
  'the token program': tokenProgram,
  'the other token program': otherTokenProgram,
  'the Associated Token program': ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  'the Memo program': 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
  'the upgradeable loader': LOADER,
};

const SYSVARS = {
  'the clock': 'SysvarC1ock11111111111111111111111111111111' as Address,
  'the rent': 'SysvarRent111111111111111111111111111111111' as Address,
  'the instructions': 'Sysvar1nstructions1111111111111111111111111' as Address,
};
