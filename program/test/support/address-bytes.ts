import { createHash } from 'node:crypto';
import { type Address, isOffCurveAddress, type ReadonlyUint8Array } from '@solana/kit';
import { bytesToAddress as toAddress, addressToBytes as toBytes } from '@tote/chain/address-bytes';

const derived = new Map<string, DerivedAddress>();

export { toAddress, toBytes };

export interface DerivedAddress {
  address: Address;
  bump: number;
}

export type Seed = string | ReadonlyUint8Array;

/** The program-derived address of the seeds. Unlike kit's it does not wait. */
export function deriveAddress(program: Address, seeds: readonly Seed[]): DerivedAddress {
  const parts = seeds.map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : seed));
  const name = `${program}:${parts.map((part) => Buffer.from(part).toString('hex')).join(':')}`;
  const known = derived.get(name);
  if (known) return known;
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part as Uint8Array);
    hash.update(Uint8Array.of(bump)).update(toBytes(program)).update('ProgramDerivedAddress');
    const address = toAddress(hash.digest());
    if (!isOffCurveAddress(address)) continue;
    const result = { address, bump };
    derived.set(name, result);
    return result;
  }
  throw new Error('no bump gives an address off the curve');
}

/** Little-endian, for seeds and raw account bytes. */
export function u64Bytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value), true);
  return bytes;
}
