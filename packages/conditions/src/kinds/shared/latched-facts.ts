// Facts that, once true, stay true. The program knows the same ones (program/src/fact.rs) and sets
// the latched flag of their markets, whatever their creator asked for.
import {
  type Address,
  bytesEqual,
  getBase16Decoder,
  getBase16Encoder,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { type Clause, encodeClauses } from '@tote/program-client';
import { MINT_OFFSETS } from '../../oracles/layouts/mint.ts';
import { LAUNCHLAB_DISCRIMINATOR, LAUNCHLAB_STATUS_OFFSET } from '../../oracles/pools/launchlab.ts';
import {
  DBC_DISCRIMINATORS,
  DBC_PROGRESS_OFFSET,
  type DbcPoolType,
} from '../../oracles/pools/meteora-dbc.ts';
import {
  PUMP_CURVE_COMPLETE_OFFSET,
  PUMP_CURVE_DISCRIMINATOR,
} from '../../oracles/pools/pump-curve.ts';
import { PUMPSWAP_POOL_DISCRIMINATOR } from '../../oracles/pools/pumpswap.ts';
import {
  LAUNCHLAB_PROGRAM,
  METEORA_DBC_PROGRAM,
  PUMP_PROGRAM,
  PUMPSWAP_PROGRAM,
  TOKEN_PROGRAM,
} from '../../oracles/programs.ts';

/** Checks the account’s type: its first eight bytes, given in hex, compared as one number. */
export function discriminatorClause(hex: string): Clause {
  const bytes = getBase16Encoder().encode(hex).toReversed();
  const value = BigInt(`0x${getBase16Decoder().decode(bytes)}`);
  return { offset: 0, type: 'u64', comparator: 'eq', value };
}

export const CURVE_COMPLETE: readonly Clause[] = [
  discriminatorClause(PUMP_CURVE_DISCRIMINATOR),
  { offset: PUMP_CURVE_COMPLETE_OFFSET, type: 'u8', comparator: 'eq', value: 1n },
];

export const POOL_EXISTS: readonly Clause[] = [discriminatorClause(PUMPSWAP_POOL_DISCRIMINATOR)];

/** A launch goes through its stages in order, so a later one implies the earlier ones. */
export function launchReached(status: number): readonly Clause[] {
  return [
    discriminatorClause(LAUNCHLAB_DISCRIMINATOR),
    { offset: LAUNCHLAB_STATUS_OFFSET, type: 'u8', comparator: 'gte', value: BigInt(status) },
  ];
}

/** Likewise a launch of Meteora. */
export function progressReached(poolType: DbcPoolType, progress: number): readonly Clause[] {
  return [
    discriminatorClause(DBC_DISCRIMINATORS[poolType]),
    { offset: DBC_PROGRESS_OFFSET, type: 'u8', comparator: 'gte', value: BigInt(progress) },
  ];
}

const DBC_POOL_TYPES = Object.keys(DBC_DISCRIMINATORS) as DbcPoolType[];

export const AUTHORITIES = ['mint', 'freeze'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** Latched for mints of the classic program only. */
export function authorityRevoked(authority: Authority): readonly Clause[] {
  const { isInitialized, mintAuthority, freezeAuthority } = MINT_OFFSETS;
  const offset = authority === 'mint' ? mintAuthority : freezeAuthority;
  return [
    { offset: isInitialized, type: 'u8', comparator: 'eq', value: 1n },
    { offset, type: 'u32', comparator: 'eq', value: 0n },
  ];
}

/** By the owner of the account, and the last byte of the encoded clauses. */
const LATCHED: Readonly<Record<Address, (last: number) => readonly (readonly Clause[])[]>> = {
  [PUMP_PROGRAM]: () => [CURVE_COMPLETE],
  [PUMPSWAP_PROGRAM]: () => [POOL_EXISTS],
  [LAUNCHLAB_PROGRAM]: (last) => [launchReached(last)],
  [METEORA_DBC_PROGRAM]: (last) => DBC_POOL_TYPES.map((each) => progressReached(each, last)),
  [TOKEN_PROGRAM]: () => AUTHORITIES.map(authorityRevoked),
};

/** Whether these encoded clauses, about an account of `owner`, are a latched fact. */
export function isLatchedFact(owner: Address, clauses: ReadonlyUint8Array): boolean {
  const known = LATCHED[owner]?.(clauses.at(-1) ?? 0) ?? [];
  return known.some((each) => bytesEqual(encodeClauses(each), clauses));
}
