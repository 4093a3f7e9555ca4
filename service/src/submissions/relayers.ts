// The keys that sign as operator and as the wallets' delegates. There is one, and while the
// operator's key is rotated there are two: wallets name either as their delegate.
import type { Address } from '@solana/kit';
import type { Key } from '@tote/chain/key';

export interface Relayers {
  /** The present one first. */
  readonly keys: readonly Key[];
  /** The one that the Config names at this moment. While it names neither, the next one. */
  readonly operator: Key;
  find(address: string): Key | undefined;
}

/** `named` reads the operator in the Config. */
export function createRelayers(
  { relayer, nextRelayer }: { readonly relayer: Key; readonly nextRelayer?: Key },
  named: () => Address,
): Relayers {
  const next = nextRelayer ?? relayer;
  const keys = next.address === relayer.address ? [relayer] : [relayer, next];
  const find = (address: string) => keys.find((key) => key.address === address);
  return {
    keys,
    find,
    get operator() {
      return find(named()) ?? next;
    },
  };
}
