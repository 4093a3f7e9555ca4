// What a run is played against: the processes of the service, what they depend on, and the faults
// that can be made in them.
import type { Key } from '@tote/chain/key';
import type { Credential } from '../../../service/test/faults/support/api.ts';
import type { Chance } from '../chance.ts';
import type { Replica } from './replica.ts';

export const SETUPS = ['default', 'replicas'] as const;
export type SetupName = (typeof SETUPS)[number];

export interface Wallet extends Credential {
  readonly key: Key;
}

/** Begins a fault; the returned function ends it. Undefined: it is over already. */
export type Fault = (chance: Chance) => Promise<(() => Promise<void> | void) | undefined>;

export interface Setup {
  readonly replicas: readonly Replica[];
  /** By their names in the summary. */
  readonly faults: Readonly<Record<string, Fault>>;
  /** With money to stake, us as its delegate, and an API key. */
  openWallet(): Promise<Wallet>;
  /** Of the chain itself, past everything that disturbs the service. */
  findRpcUrl(): string;
  close(): Promise<void>;
}
