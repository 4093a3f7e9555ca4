import { amount, unixSeconds } from '@tote/domain';
import { deriveAddress, toBytes } from '../support/address-bytes.ts';
import { KNOWN_PROGRAMS, utilityAddress } from '../support/build.ts';
import { addresses, keys } from '../support/genesis.ts';
import { createKey, type Key } from '../support/key.ts';
import { mintSupply, setMint, setTokenAccount, tokenAmount } from '../support/tokens.ts';
import { createWorld, type World } from '../support/world.ts';
import type { Bettor, Config, Model, Observed, Vault } from './model.ts';
import type { Profile } from './profile.ts';
import type { Statistics } from './statistics.ts';

const { alice, bob, carol } = keys;

/** Has no token account. */
const dave = createKey('dave');

export const wallets: readonly Key[] = [alice, bob, carol, dave];

/** Alice has a second token account. Only she may be paid there, and only if she asks for it. */
export const secondToken = createKey('second token account of alice').address;

/** Everybody whose coins are counted, the fee payer apart. */
const participants: readonly Key[] = [
  ...wallets,
  keys.operator,
  keys.keeper,
  keys.stranger,
  keys.creator,
  keys.treasury,
];

/** A chain on which nothing has happened yet, with the profile's coins and auction. */
export function createModelWorld(profile: Profile): World {
  const world = createWorld({ isInitialized: false });
  const mint = addresses.utilityMint;
  wallets.forEach((wallet, index) => {
    const amount = profile.walletCoins[index] ?? 0n;
    world.setLamports(wallet.address, amount);
    if (wallet === dave) return;
    setTokenAccount(world, utilityAddress(wallet), { mint, owner: wallet.address, amount });
  });
  setTokenAccount(world, secondToken, { mint, owner: alice.address, amount: 0n });
  const supply = Object.values(keys).reduce(
    (sum, key) => sum + tokenAmount(world, utilityAddress(key)),
    0n,
  );
  setMint(world, mint, { decimals: 6, supply, mintAuthority: keys.mintAuthority.address });
  const options = { terms: profile.terms, ...profile.auction };
  world.must(world.build.initialize(options));
  return world;
}

/** The model of such a chain. It is small, so every sequence gets a new one. */
export class ModelMaker {
  readonly #world: World;
  readonly #profile: Profile;
  readonly #lamports: ReadonlyMap<Key['address'], bigint>;
  readonly #tokens: ReadonlyMap<Key['address'], bigint>;
  readonly #supply: bigint;
  readonly #rents = new Map<number, bigint>();

  constructor(world: World, profile: Profile) {
    this.#world = world;
    this.#profile = profile;
    const everybody = [...participants, world.feePayer];
    this.#lamports = new Map(everybody.map(({ address }) => [address, world.getLamports(address)]));
    const accounts = participants.map(utilityAddress).filter((one) => world.findAccount(one));
    this.#tokens = new Map(
      [...accounts, secondToken, addresses.vaultToken].map((one) => [one, tokenAmount(world, one)]),
    );
    this.#supply = mintSupply(world, addresses.utilityMint);
  }

  create(statistics: Statistics): Model {
    return {
      now: this.#world.now,
      slot: this.#world.slot,
      config: startConfig(this.#profile),
      vaults: [this.#vault(0), this.#vault(1)],
      bettors: wallets.map(startBettor),
      markets: [],
      observed: [
        startObserved('observed account 1', 'counter'),
        startObserved('observed account 2', 'counter'),
        startObserved('observed curve', 'curve'),
      ],
      lamports: new Map(this.#lamports),
      tokens: new Map(this.#tokens),
      supply: this.#supply,
      sentBets: [],
      statistics,
      rent: (bytes) => this.#rent(bytes),
    };
  }

  #vault(currency: 0 | 1): Vault {
    const { lot, firstPrice, roundSeconds } = this.#profile.auction;
    return {
      currency,
      owed: 0n,
      feesBurn: 0n,
      feesDeveloper: 0n,
      burnTotal: 0n,
      burnedTotal: 0n,
      utilityBurnedTotal: 0n,
      lot,
      auction: {
        clearingPrice: amount(firstPrice),
        roundStartedAt: unixSeconds(0),
        roundSeconds: Number(roundSeconds),
      },
      donated: 0n,
    };
  }

  #rent(bytes: number): bigint {
    const rent = this.#rents.get(bytes) ?? this.#world.rent(bytes);
    this.#rents.set(bytes, rent);
    return rent;
  }
}

function startConfig({ terms }: Profile): Config {
  return {
    terms,
    admin: keys.admin,
    knownPrograms: KNOWN_PROGRAMS,
    pending: null,
    pendingAt: 0n,
    oracleGeneration: 0,
    oracleDisabledBelow: 0,
    operatorGeneration: 0,
    operatorDisabledBelow: 0,
  };
}

function startObserved(name: string, kind: Observed['kind']): Observed {
  return { address: createKey(name).address, kind, content: { kind: 'missing', lamports: 0n } };
}

function startBettor(key: Key): Bettor {
  const { address, bump } = deriveAddress(addresses.program, ['bettor', toBytes(key.address)]);
  return { key, address, bump, lamports: 0n, account: null, wasClosed: false };
}
