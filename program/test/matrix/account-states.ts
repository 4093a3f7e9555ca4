// The right account in the wrong state, and copies of it.
import type { Address } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { toAddress } from '../support/address-bytes.ts';
import type { StoredAccount } from '../support/chain.ts';
import { addresses } from '../support/genesis.ts';
import { otherTokenProgram, tokenProgram } from '../support/tokens.ts';
import type { World } from '../support/world.ts';
import { isProgramType } from './account-type.ts';
import type { Call, Mutation, Slot } from './call.ts';
import { attacker, type Stage } from './stage.ts';
import { substitute } from './substitutions.ts';

const VERSIONS = [0, 1, 2, 4, 255];
const VERSION_OFFSET = 1;

const OWNERS: Record<string, Address> = {
  "an attacker's program": attacker.program,
  'the System program': SYSTEM_PROGRAM_ADDRESS,
  'the token program': tokenProgram,
  'the other token program': otherTokenProgram,
  'the Tote program': addresses.program,
};

interface Target {
  call: Call;
  slot: Slot;
  address: Address;
  account: StoredAccount;
}

/**
 * Keys and programs have no state to spoil: only their addresses are read. What an observed account
 * holds is the answer itself, so only its owner can be wrong.
 */
export function stateMutations(call: Call, slot: Slot): Mutation[] {
  const address = call.instruction.accounts[slot.index]?.address as Address;
  if (slot.type === 'nothing') return occupied(call, address);
  const account = call.stage.world.findAccount(address);
  if (!account || slot.type === 'wallet' || slot.type === 'program') return [];
  const target = { call, slot, address, account };
  const mutations = [...otherOwners(target), ...copies(target), ...closed(target)];
  if (slot.type !== 'fact') mutations.push(...emptied(target));
  if (isProgramType(slot.type)) mutations.push(...otherVersions(target), ...cosplay(target));
  return mutations;
}

function inPlace({ call, address }: Target, name: string, detail: string, changed: Changed) {
  const apply = (world: World) => world.setAccount(address, changed);
  return { name, detail, instruction: call.instruction, apply };
}

type Changed = Parameters<World['setAccount']>[1];

function keep({ account }: Target): Changed {
  const { lamports, data } = account;
  return { lamports, data, owner: toAddress(account.owner) };
}

function otherOwners(target: Target): Mutation[] {
  const kept = keep(target);
  return Object.entries(OWNERS)
    .filter(([, owner]) => owner !== kept.owner)
    .map(([name, owner]) => inPlace(target, 'another owner', name, { ...kept, owner }));
}

/** The same bytes at another address: under the right owner, and under the attacker's program. */
function copies(target: Target): Mutation[] {
  const { call, slot } = target;
  const kept = keep(target);
  const elsewhere = { address: attacker.elsewhere, canSign: false };
  const instruction = substitute(call.instruction, slot.index, elsewhere);
  const copy = (owner: Address) => (world: World) =>
    world.setAccount(attacker.elsewhere, { ...kept, owner });
  return [
    { name: 'copy', detail: 'same owner', instruction, apply: copy(kept.owner) },
    { name: "attacker's copy", detail: '', instruction, apply: copy(attacker.program) },
  ];
}

function closed(target: Target): Mutation[] {
  const gone = { data: new Uint8Array(), owner: SYSTEM_PROGRAM_ADDRESS };
  const { lamports } = target.account;
  return [
    inPlace(target, 'closed', 'no lamports', { ...gone, lamports: 0n }),
    inPlace(target, 'closed', 'with lamports', { ...gone, lamports }),
  ];
}

function emptied(target: Target): Mutation[] {
  const kept = keep(target);
  const zeros = new Uint8Array(kept.data.length);
  return [
    inPlace(target, 'uninitialised', '', { ...kept, data: zeros }),
    inPlace(target, 'no data', '', { ...kept, data: new Uint8Array() }),
  ];
}

function otherVersions(target: Target): Mutation[] {
  const kept = keep(target);
  return VERSIONS.map((version) => {
    const data = Uint8Array.from(kept.data);
    data[VERSION_OFFSET] = version;
    return inPlace(target, 'another version', `${version}`, { ...kept, data });
  });
}

/** The bytes of each other type at the right address. */
function cosplay(target: Target): Mutation[] {
  const { world, cast } = target.call.stage;
  const others = cast.filter(({ type }) => isProgramType(type) && type !== target.slot.type);
  return others.map(({ name, address }) => {
    const changed = { ...keep(target), data: world.getData(address) };
    return inPlace(target, 'bytes of another type', name, changed);
  });
}

/** An address at which an account is to be created, but something is there. */
function occupied({ stage, instruction }: Call, address: Address): Mutation[] {
  const owners = Object.entries(OWNERS).filter(([, owner]) => owner !== SYSTEM_PROGRAM_ADDRESS);
  const put = (detail: string, changed: Changed): Mutation => ({
    name: 'occupied',
    detail,
    instruction,
    apply: (world) => world.setAccount(address, changed),
  });
  return [
    ...owners.map(([name, owner]) => put(`empty, of ${name}`, { data: new Uint8Array(), owner })),
    ...owners.map(([name, owner]) => put(`of ${name}`, { data: new Uint8Array(800), owner })),
    put('data, of the System program', { data: new Uint8Array(80), owner: SYSTEM_PROGRAM_ADDRESS }),
    ...impostors(stage, put),
  ];
}

/** A real account of each type of the program. */
function impostors({ world, cast }: Stage, put: (detail: string, changed: Changed) => Mutation) {
  return cast
    .filter(({ type }) => isProgramType(type))
    .map(({ name, address }) =>
      put(`bytes of ${name}`, { data: world.getData(address), owner: addresses.program }),
    );
}
