// Calls whose data or number of accounts is wrong.
import type { ProgramInstruction } from '@tote/program-client';
import { keys } from '../support/genesis.ts';
import { withBytes, withDataLength, withExtraAccount, withoutAccount } from '../support/tamper.ts';
import type { Call, Mutation } from './call.ts';
import type { Fixture } from './fixture.ts';
import { getInstructionNode, instructionNodes, reservedOffsets, tagOf } from './idl.ts';

const EXTENSIONS = [1, 8];
const VALUES = [1, 128, 255];
const UNKNOWN_TAGS = [20, 128, 255];

const LENGTHS = { 1: [0, 1, 3, 255] };
const CURRENCIES = { 1: [2, 3, 255] };
/** Values that no variant of the instruction may have, by the offset of the byte. */
const WRONG_BYTES: Readonly<Record<string, Fixture['wrongBytes']>> = {
  initialize: LENGTHS,
  updateConfig: LENGTHS,
  setDelegate: { 1: [0, 4, 5, 8, 255], 2: [2, 3, 255] },
  deposit: CURRENCIES,
  withdraw: CURRENCIES,
  collectFees: CURRENCIES,
  // The flags, the number of bets, and the bettor of the first one.
  placeBets: { 1: [2, 3, 128], 2: [0, 3, 57, 255], 30: [3, 255] },
  settlePositions: { 1: [0, 3, 63, 255] },
};

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

/** The values that the instruction or this variant names as wrong, but for the call's own. */
function wrongBytes({ fixture, instruction }: Call): Mutation[] {
  const wrong = { ...WRONG_BYTES[fixture.instruction], ...fixture.wrongBytes };
  return Object.entries(wrong).flatMap(([offset, values]) =>
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
    name: UNKNOWN_TAGS.includes(tag) ? 'unknown tag' : 'another tag',
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
