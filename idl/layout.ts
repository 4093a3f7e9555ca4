// Short names for the Codama nodes of this IDL, so that its files look like the tables of
// program/README.md.
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

/** Items up to the end of the data. Their number is in another field. */
export function rest(item: TypeNode) {
  return arrayTypeNode(item, remainderCountNode());
}

/** Zero bytes before a field. They are hidden from the caller. */
export function zerosBefore(count: number, type: TypeNode) {
  return preOffsetTypeNode(type, count, 'padded');
}

/** Zero bytes after a field. */
export function zerosAfter(count: number, type: TypeNode) {
  return postOffsetTypeNode(type, count, 'padded');
}

export function field(name: string, type: TypeNode, docs?: string): StructFieldTypeNode {
  return structFieldTypeNode({ name, type, docs });
}

/** A field with a fixed value, which is set automatically. */
export function constantField(name: string, type: TypeNode, value: number) {
  return structFieldTypeNode({
    name,
    type,
    defaultValue: numberValueNode(value),
    defaultValueStrategy: 'omitted',
  });
}
