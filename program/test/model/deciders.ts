// Who or what decides the model's markets, and what the observed accounts say.
import type { Address } from '@solana/kit';
import {
  type Decider as ClientDecider,
  encodeClauses,
  MarketSource,
  NO_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { u64Bytes } from '../support/address-bytes.ts';
import {
  latchedFact,
  latchedFactData,
  PUMP_PROGRAM,
  stateFact,
  timedFact,
} from '../support/facts.ts';
import { addresses, keys } from '../support/genesis.ts';
import type { World } from '../support/world.ts';
import type { Decider, Observed } from './model.ts';

/** The number at offset 0 that makes a counter a valid observation. */
const MARK = 7n;
const MARK_BYTES = 8;
/** Meets every fact of the model. */
const HIGH_COUNT = 9n;

export function toClient(decider: Decider): ClientDecider {
  switch (decider.kind) {
    case 'oracle':
      return decider.isNamed
        ? { source: MarketSource.NamedOracle, oracle: decider.oracle.address }
        : { source: MarketSource.Oracle };
    case 'timed':
      return timedFact({ atLeast: decider.atLeast });
    case 'state': {
      const { observed, atLeast } = decider;
      if (observed.kind === 'curve') return latchedFact(observed.address);
      const requirements = [
        { offset: 0, type: 'u64' as const, comparator: 'eq' as const, value: MARK },
      ];
      return stateFact(observed.address, { atLeast, requirements });
    }
  }
}

export interface DeciderFields {
  source: MarketSource;
  subject: Address;
  factOwner: Address;
  clauses: Uint8Array;
  clauseCount: number;
}

/** What the market's account says about its decider. */
export function accountFields(decider: Decider): DeciderFields {
  const client = toClient(decider);
  const clauses = 'clauses' in client ? client.clauses : [];
  return {
    source: client.source === MarketSource.NamedOracle ? MarketSource.Oracle : client.source,
    subject: subjectOf(decider),
    factOwner: 'factOwner' in client ? client.factOwner : NO_ADDRESS,
    clauses: encodeClauses(clauses),
    clauseCount: clauses.length,
  };
}

function subjectOf(decider: Decider): Address {
  if (decider.kind === 'oracle') return decider.oracle.address;
  return decider.kind === 'state' ? decider.observed.address : NO_ADDRESS;
}

/** Says whether the program knows that what decides stays true. */
export function isLatched(decider: Decider): boolean {
  return decider.kind === 'state' && decider.observed.kind === 'curve';
}

export type Reading = 'missing' | 'foreign' | 'invalid' | 'met' | 'not met';

/** What a state fact reads from the account; a curve is complete from a count of 1 on. */
export function readState({ content }: Observed, atLeast: bigint): Reading {
  switch (content.kind) {
    case 'missing':
    case 'allocated':
      return 'missing';
    case 'foreign':
      return 'foreign';
    case 'short':
      return 'not met';
    case 'whole':
      if (!content.isMarked) return 'invalid';
      return content.count >= atLeast ? 'met' : 'not met';
  }
}

export function observedData({ kind, content }: Observed): Uint8Array {
  const write = kind === 'counter' ? counterData : curveData;
  switch (content.kind) {
    case 'missing':
      return new Uint8Array();
    case 'allocated':
    case 'foreign':
      return write(HIGH_COUNT);
    case 'short':
      return write(0n).slice(0, MARK_BYTES);
    case 'whole': {
      const data = write(content.count);
      return content.isMarked ? data : data.fill(0, 0, MARK_BYTES);
    }
  }
}

const counterData = (count: bigint) => Buffer.concat([u64Bytes(MARK), u64Bytes(count)]);
const curveData = (count: bigint) => latchedFactData(count > 0n);

export function writeObserved(world: World, observed: Observed): void {
  const { address, content } = observed;
  const data = observedData(observed);
  const lamports = content.kind === 'missing' ? content.lamports : undefined;
  world.setAccount(address, { data, owner: ownerOf(observed), lamports });
}

function ownerOf({ kind, content }: Observed): Address {
  switch (content.kind) {
    case 'missing':
    case 'allocated':
      return SYSTEM_PROGRAM_ADDRESS;
    case 'foreign':
      return keys.stranger.address;
    default:
      return kind === 'curve' ? PUMP_PROGRAM : addresses.factProgram;
  }
}
