// Instructions of the upgradeable loader (loader-v3), written by hand because the client on npm
// needs an older kit and has no ExtendProgramChecked.
import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  type Instruction,
} from '@solana/kit';
import { UPGRADEABLE_LOADER } from '@tote/chain/deployed-program';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';

const RENT_SYSVAR = address('SysvarRent111111111111111111111111111111111');
const CLOCK_SYSVAR = address('SysvarC1ock11111111111111111111111111111111');
const TAGS = {
  ...{ initializeBuffer: 0, write: 1, deploy: 2, upgrade: 3, setAuthority: 4, close: 5 },
  ...{ extend: 6, extendChecked: 9 },
} as const;

const writable = (at: Address): AccountMeta => ({ address: at, role: AccountRole.WRITABLE });
const readonly = (at: Address): AccountMeta => ({ address: at, role: AccountRole.READONLY });
const signer = (at: Address): AccountMeta => ({ address: at, role: AccountRole.READONLY_SIGNER });
const payer = (at: Address): AccountMeta => ({ address: at, role: AccountRole.WRITABLE_SIGNER });

const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
const u64 = (value: number) => new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);

function loaderInstruction(
  tag: keyof typeof TAGS,
  accounts: readonly AccountMeta[],
  ...rest: readonly Uint8Array[]
): Instruction {
  const data = new Uint8Array(Buffer.concat([u32(TAGS[tag]), ...rest]));
  return { programAddress: UPGRADEABLE_LOADER, accounts, data };
}

interface BufferAccounts {
  readonly buffer: Address;
  readonly authority: Address;
}

export interface ProgramAccounts {
  readonly program: Address;
  readonly programData: Address;
  readonly authority: Address;
}

export const initializeBuffer = ({ buffer, authority }: BufferAccounts): Instruction =>
  loaderInstruction('initializeBuffer', [writable(buffer), readonly(authority)]);

/** `offset` counts from the start of the code, not of the account. */
export const writeBuffer = (
  { buffer, authority }: BufferAccounts,
  offset: number,
  bytes: Uint8Array,
): Instruction =>
  loaderInstruction(
    'write',
    [writable(buffer), signer(authority)],
    ...[u32(offset), u64(bytes.length), bytes],
  );

/** The program account must exist. The payer receives the lamports of the buffer. */
export const deployProgram = (
  { program, programData, authority }: ProgramAccounts,
  accounts: { readonly payer: Address; readonly buffer: Address },
  codeBytesMax: number,
): Instruction =>
  loaderInstruction(
    'deploy',
    [
      ...[payer(accounts.payer), writable(programData), writable(program)],
      ...[writable(accounts.buffer), readonly(RENT_SYSVAR), readonly(CLOCK_SYSVAR)],
      ...[readonly(SYSTEM_PROGRAM_ADDRESS), signer(authority)],
    ],
    u64(codeBytesMax),
  );

/** `spill` receives the lamports of the buffer. */
export const upgradeProgram = (
  { program, programData, authority }: ProgramAccounts,
  { buffer, spill }: { readonly buffer: Address; readonly spill: Address },
): Instruction =>
  loaderInstruction('upgrade', [
    ...[writable(programData), writable(program), writable(buffer), writable(spill)],
    ...[readonly(RENT_SYSVAR), readonly(CLOCK_SYSVAR), signer(authority)],
  ]);

interface Extension {
  readonly payer: Address;
  readonly bytes: number;
  /** Used where the cluster requires the upgrade authority to sign. */
  readonly isChecked: boolean;
}

export const extendProgram = (
  { program, programData, authority }: ProgramAccounts,
  { payer: from, bytes, isChecked }: Extension,
): Instruction =>
  loaderInstruction(
    isChecked ? 'extendChecked' : 'extend',
    [
      ...[writable(programData), writable(program)],
      ...(isChecked ? [signer(authority)] : []),
      ...[readonly(SYSTEM_PROGRAM_ADDRESS), payer(from)],
    ],
    u32(bytes),
  );

/** Null means that nobody can ever change the program again. */
export const setUpgradeAuthority = (
  { programData, authority }: Omit<ProgramAccounts, 'program'>,
  next: Address | null,
): Instruction =>
  loaderInstruction('setAuthority', [
    ...[writable(programData), signer(authority)],
    ...(next === null ? [] : [readonly(next)]),
  ]);

export const closeBuffer = (
  { buffer, authority }: BufferAccounts,
  recipient: Address,
): Instruction =>
  loaderInstruction('close', [writable(buffer), writable(recipient), signer(authority)]);
