import { type Address, getAddressDecoder, getBase58Decoder } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import {
  countLaunches,
  type LaunchTransaction,
  packLaunches,
  rootOfLaunches,
  unpackLaunches,
} from '../../src/launches/launch-leaves.ts';

const bytesOf = (length: number, id: number) =>
  Uint8Array.from({ length }, (_, at) => (at < 2 ? (id >> (8 * at)) & 255 : 7));
const mintOf = (id: number): Address => getAddressDecoder().decode(bytesOf(32, id));
const signatureOf = (id: number) => getBase58Decoder().decode(bytesOf(64, id));
const launch = (id: number, at: number, ...mints: readonly number[]): LaunchTransaction => ({
  ...{ signature: signatureOf(id), slot: BigInt(at), at: unixSeconds(at) },
  mints: (mints.length > 0 ? mints : [id]).map(mintOf),
});
const DAY = { from: unixSeconds(1_000), to: unixSeconds(3_000) };

test('the first second of a period counts, and not its last', () => {
  const all = [launch(1, 999), launch(2, 1_000), launch(3, 2_999), launch(4, 3_000)];
  expect(countLaunches(all, DAY).map(({ mint }) => mint)).toEqual([mintOf(2), mintOf(3)]);
});

test('each mint counts once, by its first transaction, in whichever order they arrive', () => {
  const all = [launch(3, 1_300, 1, 5), launch(1, 1_100), launch(2, 1_200, 1)];
  const leaves = countLaunches(all, DAY);
  expect(leaves).toEqual([
    { signature: signatureOf(1), mint: mintOf(1), at: 1_100 },
    { signature: signatureOf(3), mint: mintOf(5), at: 1_300 },
  ]);
  expect(countLaunches([...all].reverse(), DAY)).toEqual(leaves);
});

test('leaves are the same after packing, and every part of each changes their root', () => {
  const all = Array.from({ length: 1_030 }, (_, id) => launch(id, 1_000 + id));
  const leaves = countLaunches(all, DAY);
  const pages = packLaunches(leaves);
  expect(pages.map((page) => unpackLaunches(page).length)).toEqual([1_024, 6]);
  expect(pages.flatMap(unpackLaunches)).toEqual(leaves);
  const root = rootOfLaunches(leaves);
  const change = (index: number, changed: object) =>
    rootOfLaunches(leaves.map((leaf, at) => (at === index ? { ...leaf, ...changed } : leaf)));
  expect(change(150, {})).toBe(root);
  expect(change(150, { at: unixSeconds(3) })).not.toBe(root);
  expect(change(0, { mint: mintOf(2_222) })).not.toBe(root);
  expect(change(1_029, { signature: signatureOf(2_222) })).not.toBe(root);
  expect(rootOfLaunches(leaves.slice(1))).not.toBe(root);
});
