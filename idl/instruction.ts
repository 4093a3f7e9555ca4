import {
  argumentValueNode,
  fieldDiscriminatorNode,
  type InstructionAccountNode,
  type InstructionArgumentNode,
  instructionAccountNode,
  instructionArgumentNode,
  instructionNode,
  instructionRemainingAccountsNode,
  numberValueNode,
  publicKeyValueNode,
  type TypeNode,
} from 'codama';
import { u8, zerosAfter } from './layout.ts';

type Role = 'read' | 'write' | 'sign' | 'pay';

const PROGRAMS: Record<string, string> = {
  systemProgram: '11111111111111111111111111111111',
  associatedTokenProgram: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
};

/** `pay` is a signer and writable. */
export function account(name: string, role: Role = 'read', docs?: string): InstructionAccountNode {
  return instructionAccountNode({
    name,
    docs,
    isSigner: role === 'sign' || role === 'pay',
    isWritable: role === 'write' || role === 'pay',
  });
}

/** `name` or `name:role`, separated by spaces. Programs have their address by default. */
export function accounts(words: string): InstructionAccountNode[] {
  return words.split(' ').map((word) => {
    const [name = '', role] = word.split(':');
    const address = PROGRAMS[name];
    const node = account(name, role as Role);
    if (!address) return node;
    return instructionAccountNode({ ...node, defaultValue: publicKeyValueNode(address, name) });
  });
}

/** Accounts of one variant of the instruction. If omitted, they have no position. */
export function variant(docs: string, words: string): InstructionAccountNode[] {
  return words.split(' ').map((word) => {
    const [name = '', role] = word.split(':');
    return instructionAccountNode({ ...account(name, role as Role, docs), isOptional: true });
  });
}

export function argument(name: string, type: TypeNode, docs?: string): InstructionArgumentNode {
  return instructionArgumentNode({ name, type, docs });
}

interface InstructionInput {
  docs: string;
  accounts: InstructionAccountNode[];
  arguments?: InstructionArgumentNode[];
  /** The argument name of the writable accounts at the end, of any number. */
  remaining?: string;
}

export function instruction(tag: number, name: string, input: InstructionInput) {
  const { docs, accounts, arguments: given = [], remaining } = input;
  // The data has at least 8 bytes: the tag, padded by zeros or by the first argument.
  const tagArgument = instructionArgumentNode({
    name: 'discriminator',
    type: given.length === 0 ? zerosAfter(7, u8) : u8,
    defaultValue: numberValueNode(tag),
    defaultValueStrategy: 'omitted',
  });
  return instructionNode({
    name,
    docs,
    accounts,
    arguments: [tagArgument, ...given],
    discriminators: [fieldDiscriminatorNode('discriminator', 0)],
    optionalAccountStrategy: 'omitted',
    ...(remaining && {
      remainingAccounts: [
        instructionRemainingAccountsNode(argumentValueNode(remaining), { isWritable: true }),
      ],
    }),
  });
}
