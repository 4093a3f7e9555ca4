// What the IDL says about each instruction: its tag, its accounts and its reserved bytes. The
// matrix is generated from it, so that a new instruction or account cannot be forgotten.
import type { InstructionNode, TypeNode } from 'codama';
import { tote } from '../../../idl/tote.ts';

const { instructions = [], definedTypes = [] } = tote.program;

export const instructionNodes: readonly InstructionNode[] = instructions;

export function getInstructionNode(name: string): InstructionNode {
  const node = instructionNodes.find((one) => one.name === name);
  if (!node) throw new Error(`the IDL has no instruction ${name}`);
  return node;
}

export function tagOf({ name, arguments: given }: InstructionNode): number {
  const tag = given?.[0]?.defaultValue;
  if (tag?.kind !== 'numberValueNode') throw new Error(`${name} has no tag`);
  return tag.number;
}

/** The name of the accounts that may follow the named ones. */
export function remainingName(node: InstructionNode): string | undefined {
  return node.remainingAccounts?.[0]?.value.name;
}

/** All names of accounts that an instruction can take, in any variant. */
export function accountNames(node: InstructionNode): string[] {
  const named = (node.accounts ?? []).map(({ name }): string => name);
  const remaining = remainingName(node);
  return remaining ? [...named, remaining] : named;
}

/** The offsets of the bytes that must be zero. */
export function reservedOffsets(node: InstructionNode): number[] {
  const reserved: number[] = [];
  let at = 0;
  const skip = (count: number) => {
    for (let end = at + count; at < end; at += 1) reserved.push(at);
  };
  const walk = (type: TypeNode): boolean => {
    if (type.kind === 'preOffsetTypeNode') skip(type.offset);
    if (type.kind === 'preOffsetTypeNode' || type.kind === 'postOffsetTypeNode') {
      const isFixed = walk(type.type);
      if (type.kind === 'postOffsetTypeNode') skip(type.offset);
      return isFixed;
    }
    const size = sizeOf(type);
    at += size ?? 0;
    return size !== undefined;
  };
  // What stands behind a part of variable length has no fixed offset, and none of it is reserved.
  for (const { type } of node.arguments ?? []) if (!walk(type)) break;
  return reserved;
}

const NUMBER_BYTES: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 };

/** The bytes that a type always takes; undefined if that depends on the value. */
function sizeOf(type: TypeNode | undefined): number | undefined {
  switch (type?.kind) {
    case 'numberTypeNode':
      return NUMBER_BYTES[type.format];
    case 'booleanTypeNode':
    case 'enumTypeNode':
      return sizeOf(type.size);
    case 'publicKeyTypeNode':
      return 32;
    case 'definedTypeLinkNode':
      return sizeOf(definedTypes.find(({ name }) => name === type.name)?.type);
    case 'structTypeNode': {
      const sizes = (type.fields ?? []).map((field) => sizeOf(field.type));
      return sizes.reduce((sum, size) => (sum ?? 0) + (size ?? Number.NaN), 0);
    }
    default:
      return undefined;
  }
}
