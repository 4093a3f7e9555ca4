// Short names for the Codama nodes that this IDL repeats on every line, so that the files beside
// this one read like the tables of program/README.md.
import {
  arrayTypeNode,
  booleanTypeNode,
  bytesTypeNode,
  definedTypeLinkNode,
  fixedCountNode,
  fixedSizeTypeNode,
  type NumberFormat,
  numberTypeNode,
  numberValueNode,
  postOffsetTypeNode,
  preOffsetTypeNode,
  publicKeyTypeNode,
  remainderCountNode,
  type StructFieldTypeNode,
  structFieldTypeNode,
  type TypeNode,
} from 'codama';

const integer = (format: NumberFormat) => numberTypeNode(format, 'le');

export const u8 = integer('u8');
export const u16 = integer('u16');
export const u32 = integer('u32');
export const u64 = integer('u64');
export const i64 = integer('i64');
export const bool = booleanTypeNode(u8);
export const address = publicKeyTypeNode();
export const hash = fixedSizeTypeNode(bytesTypeNode(), 32);
export const restBytes = bytesTypeNode();

export const currency = definedTypeLinkNode('currency');
export const outcome = definedTypeLinkNode('outcome');
export const marketSource = definedTypeLinkNode('marketSource');
export const terms = definedTypeLinkNode('terms');

export function times(item: TypeNode, count: number) {
  return arrayTypeNode(item, fixedCountNode(count));
}

/** As many items as there are bytes left; their number stands elsewhere. */
export function rest(item: TypeNode) {
  return arrayTypeNode(item, remainderCountNode());
}

/** Zero bytes in front of a field. They are written as zero and never seen by the caller. */
export function zerosBefore(count: number, type: TypeNode) {
  return preOffsetTypeNode(type, count, 'padded');
}

/** Zero bytes behind a field. */
export function zerosAfter(count: number, type: TypeNode) {
  return postOffsetTypeNode(type, count, 'padded');
}

export function field(name: string, type: TypeNode, docs?: string): StructFieldTypeNode {
  return structFieldTypeNode({ name, type, docs });
}

/** A field that always has the same value: written by itself, never asked of the caller. */
export function constantField(name: string, type: TypeNode, value: number) {
  return structFieldTypeNode({
    name,
    type,
    defaultValue: numberValueNode(value),
    defaultValueStrategy: 'omitted',
  });
}
