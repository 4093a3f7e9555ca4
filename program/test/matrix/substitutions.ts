// Another account in one's place, and the same account in another role.
import { AccountRole } from '@solana/kit';
import type { ProgramInstruction } from '@tote/program-client';
import type { Call, Mutation, Slot } from './call.ts';
import type { CastMember } from './stage.ts';

/** Everybody of the cast in the slot. */
export function castMutations({ stage, instruction, slots }: Call, slot: Slot): Mutation[] {
  const taken = new Set(slots.map(({ index }) => instruction.accounts[index]?.address));
  return stage.cast
    .filter(({ address }) => !taken.has(address))
    .map((member) => ({
      name: nameOf(slot, member),
      detail: member.name,
      instruction: substitute(instruction, slot.index, member),
    }));
}

function nameOf({ type }: Slot, member: CastMember): string {
  if (member.type === 'sysvar') return 'fake sysvar';
  if (type === 'program' && member.type === 'program') return 'fake program';
  if (member.type === 'nothing') return 'nothing there';
  if (member.type === 'wallet') return type === 'wallet' ? 'another key' : 'a key';
  return member.type === type ? 'another of its type' : 'another type';
}

/** Each other account of the call in the slot. */
export function duplicateMutations({ stage, instruction, slots }: Call, slot: Slot): Mutation[] {
  const current = instruction.accounts[slot.index]?.address;
  return slots.flatMap(({ index, name }): Mutation[] => {
    const address = instruction.accounts[index]?.address;
    if (!address || address === current) return [];
    const canSign = stage.cast.some((member) => member.canSign && member.address === address);
    return [
      {
        name: 'duplicate',
        detail: name,
        instruction: substitute(instruction, slot.index, { address, canSign }),
      },
    ];
  });
}

/** In the same role, except that nobody can sign for what is not a key. */
export function substitute(
  instruction: ProgramInstruction,
  index: number,
  { address, canSign }: Pick<CastMember, 'address' | 'canSign'>,
): ProgramInstruction {
  const meta = instruction.accounts[index];
  if (!meta) throw new RangeError(`the instruction has no account ${index}`);
  const role = (canSign ? meta.role : meta.role & AccountRole.WRITABLE) as AccountRole;
  return { ...instruction, accounts: instruction.accounts.with(index, { address, role }) };
}

/** The account without its signature, and read-only, wherever it stands in the call. */
export function roleMutations({ instruction }: Call, slot: Slot): Mutation[] {
  const role = instruction.accounts[slot.index]?.role ?? AccountRole.READONLY;
  const mutations: Mutation[] = [];
  if (role & AccountRole.READONLY_SIGNER) {
    const changed = withRole(instruction, slot.index, AccountRole.WRITABLE);
    mutations.push({ name: 'not signer', detail: '', instruction: changed });
  }
  if (role & AccountRole.WRITABLE) {
    const changed = withRole(instruction, slot.index, AccountRole.READONLY_SIGNER);
    mutations.push({ name: 'not writable', detail: '', instruction: changed });
  }
  return mutations;
}

function withRole(instruction: ProgramInstruction, index: number, mask: AccountRole) {
  const address = instruction.accounts[index]?.address;
  const accounts = instruction.accounts.map((meta) => {
    if (meta.address !== address) return meta;
    return { address: meta.address, role: (meta.role & mask) as AccountRole };
  });
  return { ...instruction, accounts };
}
