// Instructions that a client would not build: each takes a good one and spoils one thing.
import { AccountRole, type Address } from '@solana/kit';
import type { ProgramInstruction } from '@tote/program-client';

/** Writes bytes over the data. */
export function withBytes(
  instruction: ProgramInstruction,
  offset: number,
  ...bytes: number[]
): ProgramInstruction {
  const data = Uint8Array.from(instruction.data);
  data.set(bytes, offset);
  return { ...instruction, data };
}

/** Cuts the data to this length, or fills it up with zeros. */
export function withDataLength(
  instruction: ProgramInstruction,
  length: number,
): ProgramInstruction {
  const data = new Uint8Array(length);
  data.set(instruction.data.slice(0, length));
  return { ...instruction, data };
}

/** Puts another account in one's place, in the same role. */
export function withAccount(
  instruction: ProgramInstruction,
  index: number,
  address: Address,
): ProgramInstruction {
  return changeAccount(instruction, index, ({ role }) => ({ address, role }));
}

export function withoutSigner(instruction: ProgramInstruction, index: number): ProgramInstruction {
  return changeAccount(instruction, index, ({ address, role }) => ({
    address,
    role: (role & AccountRole.WRITABLE) as AccountRole,
  }));
}

/** Leaves one account out. */
export function withoutAccount(instruction: ProgramInstruction, index: number): ProgramInstruction {
  return { ...instruction, accounts: instruction.accounts.toSpliced(index, 1) };
}

/** Adds an account at the end. */
export function withExtraAccount(
  instruction: ProgramInstruction,
  address: Address,
): ProgramInstruction {
  const extra = { address, role: AccountRole.READONLY };
  return { ...instruction, accounts: [...instruction.accounts, extra] };
}

type Meta = ProgramInstruction['accounts'][number];

function changeAccount(
  instruction: ProgramInstruction,
  index: number,
  change: (meta: Meta) => Meta,
): ProgramInstruction {
  const meta = instruction.accounts[index];
  if (!meta) throw new RangeError(`the instruction has no account ${index}`);
  return { ...instruction, accounts: instruction.accounts.with(index, change(meta)) };
}
