import {
  COMPUTE_BUDGET_PROGRAM,
  type Key,
  knownKey,
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER,
} from './key.ts';
import type { WireTransaction } from './wire.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const UNITS_MAX = 1_400_000n;
const UNITS_PER_INSTRUCTION = 200_000n;
const UNITS_PER_BUILTIN = 3_000n;

const BUILTINS = new Set([
  ...[COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM, UPGRADEABLE_LOADER],
  knownKey('Vote111111111111111111111111111111111111111'),
  knownKey('BPFLoader1111111111111111111111111111111111'),
  knownKey('BPFLoader2111111111111111111111111111111111'),
]);
/** Their instructions start with a count of signatures. Each costs as much as any signature. */
const PRECOMPILES = new Set([
  knownKey('Ed25519SigVerify111111111111111111111111111'),
  knownKey('KeccakSecp256k11111111111111111111111111111'),
  knownKey('Secp256r1SigVerify1111111111111111111111111'),
]);

const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

export function feeOf(transaction: WireTransaction): bigint {
  let signatures = BigInt(transaction.requiredSignatures);
  let defaultLimit = 0n;
  let limit: bigint | undefined;
  let price = 0n;
  for (const { programIndex, data } of transaction.instructions) {
    const key = transaction.staticKeys[programIndex] as Key;
    if (PRECOMPILES.has(key)) signatures += BigInt(data[0] ?? 0);
    if (key !== COMPUTE_BUDGET_PROGRAM) {
      defaultLimit += BUILTINS.has(key) ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION;
    } else if (data[0] === SET_UNIT_LIMIT && data.length >= 5) {
      limit = BigInt(Buffer.from(data).readUInt32LE(1));
    } else if (data[0] === SET_UNIT_PRICE && data.length >= 9) {
      price = Buffer.from(data).readBigUInt64LE(1);
    }
  }
  const base = signatures * LAMPORTS_PER_SIGNATURE;
  if (transaction.config) return base + transaction.config.priorityFeeLamports;
  const units = min(limit ?? defaultLimit, UNITS_MAX);
  return base + (price * units + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
