// What idl/tote.json says about each instruction: its tag, its accounts and its reserved bytes. The
// matrix is generated from it, so that a new instruction or account cannot be forgotten.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface TypeNode {
  kind: string;
  name?: string;
  format?: string;
  offset?: number;
  size?: number | TypeNode;
  type?: TypeNode;
  fields?: { type: TypeNode }[];
}

export interface AccountNode {
  name: string;
  isSigner: boolean | 'either';
  isWritable: boolean;
  isOptional: boolean;
}

export interface InstructionNode {
  name: string;
  accounts?: AccountNode[];
  arguments: { name: string; type: TypeNode; defaultValue?: { number: number } }[];
  remainingAccounts?: { value: { name: string } }[];
}

interface Program {
  instructions: InstructionNode[];
  definedTypes: { name: string; type: TypeNode }[];
}

const FILE = resolve(import.meta.dirname, '../../../idl/tote.json');
const { program } = JSON.parse(readFileSync(FILE, 'utf8')) as { program: Program };

export const instructionNodes = program.instructions;

export function getInstructionNode(name: string): InstructionNode {
  const node = instructionNodes.find((one) => one.name === name);
  if (!node) throw new Error(`the IDL has no instruction ${name}`);
  return node;
}

export function tagOf(node: InstructionNode): number {
  const tag = node.arguments[0]?.defaultValue?.number;
  if (tag === undefined) throw new Error(`${node.name} has no tag`);
  return tag;
}

/** The name of the accounts that may follow the named ones. */
export function remainingName(node: InstructionNode): string | undefined {
  return node.remainingAccounts?.[0]?.value.name;
}

/** All names of accounts that an instruction can take, in any variant. */
export function accountNames(node: InstructionNode): string[] {
  const named = (node.accounts ?? []).map(({ name }) => name);
  const remaining = remainingName(node);
  return remaining ? [...named, remaining] : named;
}

/** The offsets of the bytes that must be zero. */
export function reservedOffsets(node: InstructionNode): number[] {
  const reserved: number[] = [];
  let at = 0;
  const skip = (count = 0) => {
    for (let end = at + count; at < end; at += 1) reserved.push(at);
  };
  const walk = (type: TypeNode): boolean => {
    const isPadded = type.kind === 'preOffsetTypeNode' || type.kind === 'postOffsetTypeNode';
    if (!isPadded) {
      const size = sizeOf(type);
      at += size ?? 0;
      return size !== undefined;
    }
    if (type.kind === 'preOffsetTypeNode') skip(type.offset);
    const isFixed = walk(type.type as TypeNode);
    if (type.kind === 'postOffsetTypeNode') skip(type.offset);
    return isFixed;
  };
  // What stands behind a part of variable length has no fixed offset, and none of it is reserved.
  for (const { type } of node.arguments) if (!walk(type)) break;
  return reserved;
}

const NUMBER_BYTES: Record<string, number> = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 };

/** The bytes that a type always takes; undefined if that depends on the value. */
function sizeOf(type: TypeNode): number | undefined {
  switch (type.kind) {
    case 'numberTypeNode':
      return NUMBER_BYTES[type.format as string];
    case 'booleanTypeNode':
    case 'enumTypeNode':
      return sizeOf(type.size as TypeNode);
    case 'publicKeyTypeNode':
      return 32;
    case 'definedTypeLinkNode':
      return sizeOf(program.definedTypes.find(({ name }) => name === type.name)?.type as TypeNode);
    case 'structTypeNode': {
      const sizes = (type.fields ?? []).map((field) => sizeOf(field.type));
      return sizes.reduce((sum, size) => (sum ?? 0) + (size ?? Number.NaN), 0);
    }
    default:
      return undefined;
  }
}
