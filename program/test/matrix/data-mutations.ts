// Calls whose data or number of accounts is wrong.
import type { ProgramInstruction } from '@tote/program-client';
import { keys } from '../support/genesis.ts';
import { withBytes, withDataLength, withExtraAccount, withoutAccount } from '../support/tamper.ts';
import type { Call } from './call.ts';
import { getInstructionNode, instructionNodes, reservedOffsets, tagOf } from './idl.ts';
import type { Mutation } from './mutation.ts';

const EXTENSIONS = [1, 8];
const VALUES = [1, 128, 255];
const UNKNOWN_TAGS = [20, 128, 255];

export function shapeMutations(call: Call): Mutation[] {
  return [
    ...lengths(call),
    ...reserved(call),
    ...wrongBytes(call),
    ...tags(call),
    ...accountLists(call),
  ];
}

function lengths({ instruction }: Call): Mutation[] {
  const { length } = instruction.data;
  const cut = [...Array(length).keys()].map((bytes) => ({
    name: 'data cut',
    detail: `to ${bytes} bytes`,
    instruction: withDataLength(instruction, bytes),
  }));
  const extended = EXTENSIONS.map((bytes) => ({
    name: 'data extended',
    detail: `by ${bytes}`,
    instruction: withDataLength(instruction, length + bytes),
  }));
  return [...cut, ...extended];
}

function reserved({ fixture, instruction }: Call): Mutation[] {
  const node = getInstructionNode(fixture.instruction);
  const offsets = [...reservedOffsets(node), ...(fixture.reserved ?? [])];
  return offsets.flatMap((offset) =>
    VALUES.map((value) => ({
      name: 'reserved byte',
      detail: `${offset} = ${value}`,
      instruction: withBytes(instruction, offset, value),
    })),
  );
}

/** The values that this variant names as wrong, but for the one that the call has. */
function wrongBytes({ fixture, instruction }: Call): Mutation[] {
  return Object.entries(fixture.wrongBytes ?? {}).flatMap(([offset, values]) =>
    values
      .filter((value) => instruction.data[Number(offset)] !== value)
      .map((value) => ({
        name: 'wrong byte',
        detail: `${offset} = ${value}`,
        instruction: withBytes(instruction, Number(offset), value),
      })),
  );
}

/** The call under the tag of each other instruction. */
function tags({ fixture, instruction }: Call): Mutation[] {
  const own = tagOf(getInstructionNode(fixture.instruction));
  const others = [...instructionNodes.map(tagOf), ...UNKNOWN_TAGS].filter((tag) => tag !== own);
  return others.map((tag) => ({
    name: 'another tag',
    detail: `${tag}`,
    instruction: withBytes(instruction, 0, tag),
  }));
}

function accountLists({ instruction }: Call): Mutation[] {
  const { accounts } = instruction;
  const reversed: ProgramInstruction = { ...instruction, accounts: accounts.toReversed() };
  const isPalindrome = accounts.every(({ address }, i) => address === accounts.at(-1 - i)?.address);
  return [
    {
      name: 'account missing',
      detail: 'the last',
      instruction: withoutAccount(instruction, accounts.length - 1),
    },
    { name: 'account missing', detail: 'all', instruction: { ...instruction, accounts: [] } },
    {
      name: 'account extra',
      detail: 'at the end',
      instruction: withExtraAccount(instruction, keys.stranger.address),
    },
    ...(isPalindrome ? [] : [{ name: 'accounts reversed', detail: '', instruction: reversed }]),
  ];
}
