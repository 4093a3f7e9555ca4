// The markets that somebody may create while an attack runs. They are built at the start, since
// they expect the terms of that moment.
import type { Address } from '@solana/kit';
import { type Decider, MarketSource, SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { deriveAddress, toBytes, u64Bytes } from '../../support/address-bytes.ts';
import type { MarketInput } from '../../support/build.ts';
import { stateFact, timedFact } from '../../support/facts.ts';
import { addresses, keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import type { World } from '../../support/world.ts';
import { type Action, action, hostileAction } from './action.ts';
import { attacker, counter, DAY, everybody, HORIZON } from './cast.ts';

const NONCE = 200n;
const UNDECIDABLE_NONCE = 300n;
const nobody = SYSTEM_PROGRAM_ADDRESS;
const namedOracle = (oracle: Address): Decider => ({ source: MarketSource.NamedOracle, oracle });

/** What could never be decided. */
const UNDECIDABLE: Readonly<Record<string, (market: Address) => Decider>> = {
  'an oracle that is nobody': () => namedOracle(nobody),
  'itself as its oracle': namedOracle,
  'a state that nobody can write': () => stateFact(counter, { factOwner: nobody }),
  'a price that nobody can write': () => timedFact({ factOwner: nobody }),
  'itself as its state': (market) => stateFact(market, { factOwner: addresses.program }),
};

export function buildOffers({ build, now }: World): Action[] {
  const last = now + HORIZON;
  const create = (key: Key, input: MarketInput & { expiresAt: bigint }) => {
    const refundAt = input.expiresAt + 30n * DAY;
    const signers = { creator: key, authority: key, payer: key, operator: key };
    return build.createMarket({ refundAt, ...signers, ...input });
  };
  const signed = (name: string, expiresAt: bigint): Action => {
    const ready = new Map(everybody.map((key) => [key, create(key, { nonce: NONCE, expiresAt })]));
    return action(`create ${name}`, [keys.operator], (key) => {
      return ready.get(key) ?? create(key, { nonce: NONCE, expiresAt });
    });
  };
  const undecidable = Object.entries(UNDECIDABLE).map(([name, decide], index) => {
    const nonce = UNDECIDABLE_NONCE + BigInt(index);
    const seeds = ['market', toBytes(attacker.address), u64Bytes(nonce), u64Bytes(last)];
    const decider = decide(deriveAddress(addresses.program, seeds).address);
    const times = { expiresAt: last, closesAt: last - DAY };
    const instruction = create(attacker, { decider, nonce, ...times, operator: null });
    return hostileAction(`create a market with ${name}`, () => instruction);
  });
  return [
    signed('a market that ends in time', last),
    signed('a market that ends too late', last + 1n),
    ...undecidable,
  ];
}
