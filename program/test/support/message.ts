import { type AccountMeta, AccountRole, type Address, type Instruction } from '@solana/kit';
import { toBytes } from './address-bytes.ts';

const IS_WRITABLE = AccountRole.WRITABLE;
const IS_SIGNER = AccountRole.READONLY_SIGNER;
const SIGNATURE_BYTES = 64;
const NO_BLOCKHASH = new Uint8Array(32);

export interface CompiledTransaction {
  /** As sent: signatures and a legacy message. */
  bytes: Uint8Array;
  signatureCount: number;
  writable: Address[];
}

/**
 * Compiles a legacy transaction without waiting: kit's way is asynchronous and takes longer than
 * the VM. The signatures are zeros, for a chain that does not look at them.
 */
export function compileTransaction(
  feePayer: Address,
  instructions: readonly Instruction[],
): CompiledTransaction {
  const { order, roles } = orderAccounts(feePayer, instructions);
  const signers = order.filter((address) => (roles(address) & IS_SIGNER) !== 0);
  const message = Buffer.from(writeMessage(order, roles, instructions));
  const signatures = new Uint8Array(signers.length * SIGNATURE_BYTES);
  return {
    bytes: Buffer.concat([Uint8Array.from(compact(signers.length)), signatures, message]),
    signatureCount: signers.length,
    writable: order.filter((address) => (roles(address) & IS_WRITABLE) !== 0),
  };
}

type Roles = (address: Address) => number;

/** Writable signers, signers, writable accounts, the rest; the fee payer first of all. */
function orderAccounts(feePayer: Address, instructions: readonly Instruction[]) {
  const merged = new Map<Address, number>([[feePayer, AccountRole.WRITABLE_SIGNER]]);
  for (const { accounts = [] } of instructions) {
    for (const { address, role } of accounts as readonly AccountMeta[]) {
      merged.set(address, (merged.get(address) ?? 0) | role);
    }
  }
  for (const { programAddress } of instructions) {
    if (!merged.has(programAddress)) merged.set(programAddress, AccountRole.READONLY);
  }
  const roles: Roles = (address) => merged.get(address) as number;
  const order = [...merged.keys()].sort((a, b) => roles(b) - roles(a));
  return { order, roles };
}

function writeMessage(order: Address[], roles: Roles, instructions: readonly Instruction[]) {
  const count = (role: number) => order.filter((address) => roles(address) === role).length;
  const readonlySigners = count(AccountRole.READONLY_SIGNER);
  const bytes = [
    count(AccountRole.WRITABLE_SIGNER) + readonlySigners,
    readonlySigners,
    count(AccountRole.READONLY),
    ...compact(order.length),
  ];
  const indexes = new Map(order.map((address, index) => [address, index]));
  for (const address of order) bytes.push(...toBytes(address));
  bytes.push(...NO_BLOCKHASH, ...compact(instructions.length));
  for (const { programAddress, accounts = [], data = [] } of instructions) {
    bytes.push(indexes.get(programAddress) as number, ...compact(accounts.length));
    for (const { address } of accounts) bytes.push(indexes.get(address) as number);
    bytes.push(...compact(data.length), ...(data as Iterable<number>));
  }
  return bytes;
}

/** A length in Solana's compact form: 7 bits per byte, the lowest first. */
function compact(length: number): number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...compact(length >> 7)];
}
