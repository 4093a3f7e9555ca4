// The counted events. Each is a leaf of a Merkle tree whose root goes on chain in the evidence, so
// that anyone can count them again and look each of them up.
import type { Address } from '@solana/kit';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { joinRoots, rootOfLeaves, SAMPLE_HASHES_PER_PAGE } from '../sample-hashes.ts';

export interface LaunchLeaf {
  readonly signature: string;
  readonly mint: Address;
  readonly at: UnixSeconds;
}

/** A transaction that succeeded, and the tokens that it launched. */
export interface LaunchTransaction {
  readonly signature: string;
  readonly slot: bigint;
  readonly at: UnixSeconds;
  readonly mints: readonly Address[];
}

export interface Period {
  readonly from: UnixSeconds;
  /** Not included. */
  readonly to: UnixSeconds;
}

/** The events of the period in the order of the chain. A mint counts once. */
export function countLaunches(
  transactions: Iterable<LaunchTransaction>,
  { from, to }: Period,
): LaunchLeaf[] {
  const during = [...transactions].filter(({ at }) => at >= from && at < to);
  during.sort((a, b) => Number(a.slot - b.slot) || (a.signature < b.signature ? -1 : 1));
  const leaves = new Map<Address, LaunchLeaf>();
  for (const { signature, at, mints } of during) {
    for (const mint of mints) if (!leaves.has(mint)) leaves.set(mint, { signature, mint, at });
  }
  return [...leaves.values()];
}

/** A leaf per line. */
export function packLaunches(leaves: readonly LaunchLeaf[]): Uint8Array[] {
  const pages: Uint8Array[] = [];
  for (let from = 0; from < leaves.length; from += SAMPLE_HASHES_PER_PAGE) {
    const page = leaves.slice(from, from + SAMPLE_HASHES_PER_PAGE);
    const lines = page.map(({ signature, mint, at }) => `${signature} ${mint} ${at}`);
    pages.push(new TextEncoder().encode(lines.join('\n')));
  }
  return pages;
}

const linesOf = (page: Uint8Array) => new TextDecoder().decode(page).split('\n');

export function unpackLaunches(page: Uint8Array): LaunchLeaf[] {
  return linesOf(page).map((line) => {
    const [signature = '', mint, at] = line.split(' ');
    return { signature, mint: mint as Address, at: unixSeconds(Number(at)) };
  });
}

export const rootOfLaunchPage = (page: Uint8Array): Uint8Array =>
  rootOfLeaves(linesOf(page).map((line) => new TextEncoder().encode(line)));

export const rootOfLaunches = (leaves: readonly LaunchLeaf[]): string =>
  joinRoots(packLaunches(leaves).map(rootOfLaunchPage));
