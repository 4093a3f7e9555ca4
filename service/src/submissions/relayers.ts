// The keys that sign as operator and delegate; two while the operator's key is rotated.
import type { Address } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { DomainError } from '@tote/domain';
import type { ServiceConfig } from '../settings/service-config.ts';

export type Relayers = Readonly<ReturnType<typeof createRelayers>>;

export function createRelayers(
  { relayer, nextRelayer }: { readonly relayer: Key; readonly nextRelayer?: Key },
  named: () => Address,
) {
  const next = nextRelayer ?? relayer;
  const keys: readonly Key[] = next.address === relayer.address ? [relayer] : [relayer, next];
  const find = (address: string) => keys.find((key) => key.address === address);
  return {
    keys,
    find,
    get operator() {
      return find(named()) ?? next;
    },
  };
}

// Refuses requests that need a disabled key, before anything is stored or signed. The program
// refuses them too.

export function requireOperator(config: ServiceConfig): void {
  if (config.onChain().isOperatorDisabled) throw new DomainError('operator_disabled');
}

/** A delegation to another key of ours would survive when that key is disabled. */
export function requireOperatorKey(
  { relayers, config }: { readonly relayers: Relayers; readonly config: ServiceConfig },
  delegate: Address,
): Address {
  if (!relayers.find(delegate)) return delegate;
  requireOperator(config);
  return relayers.operator.address;
}

export function requireOracle(config: ServiceConfig): void {
  if (config.onChain().isOracleDisabled) throw new DomainError('oracle_disabled');
}
