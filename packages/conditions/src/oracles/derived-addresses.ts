// Addresses that are derived from a mint or a feed, so that no source has to be trusted for them.
import {
  type Address,
  getAddressEncoder,
  getBase16Decoder,
  getBase16Encoder,
  getProgramDerivedAddress,
  type ReadonlyUint8Array,
} from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  LAUNCHLAB_PROGRAM,
  METADATA_PROGRAM,
  PUMP_PROGRAM,
  PUMPSWAP_PROGRAM,
  PYTH_PUSH_PROGRAM,
  PYTH_PUSH_PROGRAM_2026,
  PYTH_RECEIVER,
  WRAPPED_SOL,
} from './programs.ts';

const CANONICAL_POOL_INDEX = Uint8Array.of(0, 0);
const PYTH_SHARD = Uint8Array.of(0, 0);

export function findPumpCurveAddress(mint: Address): Promise<Address> {
  return derive(PUMP_PROGRAM, ['bonding-curve', bytesOf(mint)]);
}

/** The pool to which pump.fun migrates a completed curve. Only pump.fun can open it. */
export async function findPumpSwapPoolAddress(
  mint: Address,
  quoteMint: Address = WRAPPED_SOL,
): Promise<Address> {
  const authority = await derive(PUMP_PROGRAM, ['pool-authority', bytesOf(mint)]);
  const mints = [bytesOf(mint), bytesOf(quoteMint)];
  return derive(PUMPSWAP_PROGRAM, ['pool', CANONICAL_POOL_INDEX, bytesOf(authority), ...mints]);
}

export function findLaunchLabPoolAddress(
  mint: Address,
  quoteMint: Address = WRAPPED_SOL,
): Promise<Address> {
  return derive(LAUNCHLAB_PROGRAM, ['pool', bytesOf(mint), bytesOf(quoteMint)]);
}

/** The pools that a launchpad has opened or would open, with SOL and with another quote. */
export function findDerivedPools(
  mint: Address,
  quoteMint: Address = WRAPPED_SOL,
): Promise<Address[]> {
  const quotes = [...new Set([WRAPPED_SOL, quoteMint])];
  return Promise.all([
    findPumpCurveAddress(mint),
    ...quotes.map((quote) => findPumpSwapPoolAddress(mint, quote)),
    ...quotes.map((quote) => findLaunchLabPoolAddress(mint, quote)),
  ]);
}

/** The address that owns the vaults of all pools of a program. */
export const findVaultAuthority = (program: Address, seed: string) => derive(program, [seed]);

export function findMetadataAddress(mint: Address): Promise<Address> {
  return derive(METADATA_PROGRAM, ['metadata', bytesOf(METADATA_PROGRAM), bytesOf(mint)]);
}

/** The token account of a wallet that everybody sends to. */
export function findAssociatedAddress(
  wallet: Address,
  mint: Address,
  tokenProgram: Address,
): Promise<Address> {
  const seeds = [wallet, tokenProgram, mint].map(bytesOf);
  return derive(ASSOCIATED_TOKEN_PROGRAM, seeds);
}

/** The account of a feed that Pyth's sponsors update. There could be others, by the shard. */
export function findPythPushAddress(
  feedId: string,
  { receiver = PYTH_RECEIVER }: { receiver?: Address } = {},
): Promise<Address> {
  const program = receiver === PYTH_RECEIVER ? PYTH_PUSH_PROGRAM : PYTH_PUSH_PROGRAM_2026;
  return derive(program, [PYTH_SHARD, getBase16Encoder().encode(feedId)]);
}

export function findPythConfigAddress(receiver: Address): Promise<Address> {
  return derive(receiver, ['config']);
}

/** Where Pyth's receiver collects its fees. It has 256 of these. */
export function findPythTreasuryAddress(receiver: Address, treasury: number): Promise<Address> {
  return derive(receiver, ['treasury', Uint8Array.of(treasury)]);
}

/** The signers that a VAA names by the index of their set. */
export function findGuardianSetAddress(wormhole: Address, guardianSet: number): Promise<Address> {
  const index = new Uint8Array(4);
  new DataView(index.buffer).setUint32(0, guardianSet);
  return derive(wormhole, ['GuardianSet', index]);
}

/** Cached, because deriving costs hashes and a curve check, and the same few repeat. */
const DERIVED_MAX = 10_000;
const derived = new Map<string, Promise<Address>>();

function derive(programAddress: Address, seeds: readonly (string | ReadonlyUint8Array)[]) {
  const name = [programAddress, ...seeds.map(nameOf)].join();
  const known = derived.get(name);
  if (known) return known;
  if (derived.size >= DERIVED_MAX) derived.clear();
  const found = getProgramDerivedAddress({ programAddress, seeds: [...seeds] });
  const address = found.then(([found]) => found);
  derived.set(name, address);
  return address;
}

/** Seeds that are text never look like seeds that are bytes. */
function nameOf(seed: string | ReadonlyUint8Array): string {
  return typeof seed === 'string' ? `"${seed}"` : getBase16Decoder().decode(seed);
}

function bytesOf(address: Address): ReadonlyUint8Array {
  return getAddressEncoder().encode(address);
}
