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

const NUMBER_BYTES: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 };

/** The offsets of the bytes that must be zero, also of those inside structs. */
export function reservedOffsets(node: InstructionNode): number[] {
  const reserved: number[] = [];
  let at = 0;
  const skip = (count: number) => {
    for (let end = at + count; at < end; at += 1) reserved.push(at);
    return true;
  };
  /** False if the type has no fixed length: what stands behind it has no fixed offset. */
  const walk = (type: TypeNode | undefined): boolean => {
    switch (type?.kind) {
      case 'numberTypeNode':
        at += NUMBER_BYTES[type.format] as number;
        return true;
      case 'publicKeyTypeNode':
        at += 32;
        return true;
      case 'booleanTypeNode':
      case 'enumTypeNode':
        return walk(type.size);
      case 'definedTypeLinkNode':
        return walk(definedTypes.find(({ name }) => name === type.name)?.type);
      case 'structTypeNode':
        return (type.fields ?? []).every((field) => walk(field.type));
      case 'preOffsetTypeNode':
        return skip(type.offset) && walk(type.type);
      case 'postOffsetTypeNode':
        return walk(type.type) && skip(type.offset);
      case 'arrayTypeNode':
      case 'bytesTypeNode':
      case 'remainderOptionTypeNode':
        return false;
      default:
        throw new Error(`${node.name} has an argument of a kind without a known length`);
    }
  };
  // None of what stands behind a part of variable length is reserved.
  (node.arguments ?? []).every(({ type }) => walk(type));
  return reserved;
}
