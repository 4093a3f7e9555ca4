// A chain on which attacks begin, and to which they return.
import type { Address, Instruction } from '@solana/kit';
import { type Bettor, type Config, MARKET_ACCOUNT_TYPE, type Market } from '@tote/program-client';
import { toAddress, toBytes } from '../../support/address-bytes.ts';
import { bettorAddress } from '../../support/build.ts';
import type { Checkpoint } from '../../support/chain.ts';
import { addresses } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { createWorld, type World } from '../../support/world.ts';
import type { Action } from './action.ts';
import { STAGE_TERMS } from './cast.ts';
import { KIND_NAMES, type KindName, makeMarket, setStage } from './kinds.ts';
import { buildOffers } from './offers.ts';

export class Stage {
  readonly world: World = createWorld();
  readonly #starts: ReadonlyMap<KindName, Checkpoint>;
  readonly #addresses = new Map<string, Address>();
  readonly #decoded = new Map<Address, { data: Uint8Array; value: unknown }>();
  transactions = 0;
  /** The markets that somebody may create. */
  readonly offers: readonly Action[];

  constructor() {
    const { world } = this;
    setStage(world);
    const base = world.save();
    world.must(world.build.updateConfig(STAGE_TERMS));
    this.offers = buildOffers(world);
    this.#starts = new Map(
      KIND_NAMES.map((name) => {
        world.restore(base);
        makeMarket(world, name);
        return [name, world.save()];
      }),
    );
  }

  start(kind: KindName): void {
    const checkpoint = this.#starts.get(kind);
    if (checkpoint) this.world.restore(checkpoint);
  }

  // Decoding takes longer than a transaction, and most accounts are as they were.

  getConfig(): Config {
    return this.#decode(addresses.config, () => this.world.getConfig());
  }

  getMarket(market: Address): Market {
    return this.#decode(market, () => this.world.getMarket(market));
  }

  getBettor(wallet: Key): Bettor {
    return this.#decode(bettorAddress(wallet), () => this.world.getBettor(wallet));
  }

  #decode<T>(address: Address, decode: () => T): T {
    const data = this.world.getData(address);
    const known = this.#decoded.get(address);
    if (known && Buffer.compare(known.data, data) === 0) return known.value as T;
    const value = decode();
    this.#decoded.set(address, { data, value });
    return value;
  }

  /** Sends a transaction and says whether it succeeded. */
  try(instruction: Instruction): boolean {
    this.transactions += 1;
    return this.world.send(instruction).ok;
  }

  /** The markets that there are now, always in the same order. */
  listMarkets(): Address[] {
    const accounts = this.world.svm.getProgramAccounts(toBytes(addresses.program));
    return accounts
      .filter((entry) => entry.account().data()[0] === MARKET_ACCOUNT_TYPE)
      .map((entry) => Buffer.from(entry.address).toString('hex'))
      .sort()
      .map((hex) => this.#addressOf(hex));
  }

  #addressOf(hex: string): Address {
    const address = this.#addresses.get(hex) ?? toAddress(Buffer.from(hex, 'hex'));
    this.#addresses.set(hex, address);
    return address;
  }
}
