import type { Address } from '@solana/kit';
import { findKey } from './key.ts';

/** Accounts as they were at one moment. */
export type Snapshot = Map<Address, { lamports: bigint; owner: Buffer; data: Buffer }>;

/** A change that is not reported: the payer has lost exactly the fee. */
interface Payment {
  payer: Address;
  fee: bigint;
}

/** What differs, one line each. */
export function describeChanges(before: Snapshot, after: Snapshot, payment?: Payment): string[] {
  const changes: string[] = [];
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    const change = describeChange(before.get(address), after.get(address));
    if (!change || (payment?.payer === address && isFee(change, payment.fee))) continue;
    changes.push(`${findKey(address)?.name ?? address}: ${change.text}`);
  }
  return changes;
}

interface Change {
  text: string;
  lamports: bigint;
  isLamportsOnly: boolean;
}

type Entry = Snapshot extends Map<Address, infer Value> ? Value | undefined : never;

function describeChange(before: Entry, after: Entry): Change | undefined {
  const lamports = (after?.lamports ?? 0n) - (before?.lamports ?? 0n);
  if (!before || !after) {
    if (before === after) return undefined;
    return { text: after ? 'was created' : 'is gone', lamports, isLamportsOnly: false };
  }
  const parts: string[] = [];
  if (!before.owner.equals(after.owner)) parts.push('another owner');
  if (!before.data.equals(after.data)) parts.push(describeData(before.data, after.data));
  const isLamportsOnly = parts.length === 0;
  if (lamports !== 0n) parts.push(`${lamports} lamports`);
  return parts.length === 0 ? undefined : { text: parts.join(', '), lamports, isLamportsOnly };
}

function describeData(before: Buffer, after: Buffer): string {
  if (before.length !== after.length) return `${before.length} bytes became ${after.length}`;
  const offsets = [...before.keys()].filter((offset) => before[offset] !== after[offset]);
  return `bytes ${offsets.slice(0, 16).join(' ')}${offsets.length > 16 ? ' …' : ''} changed`;
}

function isFee({ lamports, isLamportsOnly }: Change, fee: bigint): boolean {
  return isLamportsOnly && lamports === -fee;
}
