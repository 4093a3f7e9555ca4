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
import { stateFact, timedFact } from '../support/facts.ts';
import { addresses, keys } from '../support/genesis.ts';
import type { World } from '../support/world.ts';
import type { Decider, Observed, ObservedContent } from './model.ts';

/** The number at offset 0 that makes an observed account a valid observation. */
const MARK = 7n;

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

export type Reading = 'foreign' | 'invalid' | 'met' | 'not met';

/** What a state fact reads from an account with this content. */
export function readState(content: ObservedContent, atLeast: bigint): Reading {
  switch (content.kind) {
    case 'missing':
      return 'not met';
    case 'foreign':
      return 'foreign';
    case 'short':
      return 'not met';
    case 'whole':
      if (!content.isMarked) return 'invalid';
      return content.count >= atLeast ? 'met' : 'not met';
  }
}

export function observedData(content: ObservedContent): Uint8Array {
  switch (content.kind) {
    case 'missing':
      return new Uint8Array();
    case 'foreign':
      return Buffer.concat([u64Bytes(MARK), u64Bytes(content.count)]);
    case 'short':
      return u64Bytes(MARK);
    case 'whole':
      return Buffer.concat([u64Bytes(content.isMarked ? MARK : 0n), u64Bytes(content.count)]);
  }
}

export function writeObserved(world: World, { address, content }: Observed): void {
  const data = observedData(content);
  if (content.kind === 'missing') {
    const owner = SYSTEM_PROGRAM_ADDRESS;
    world.setAccount(address, { data, owner, lamports: content.lamports });
  } else {
    const owner = content.kind === 'foreign' ? keys.stranger.address : addresses.factProgram;
    world.setAccount(address, { data, owner });
  }
}
