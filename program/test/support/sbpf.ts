// Programs of a few instructions, for what no sensible program does: assembled by hand, because a
// toolchain is nothing that tests can count on.

const TEXT_AT = 0x78;
const SECTION_BYTES = 64;

/** One instruction of the VM. */
export interface Operation {
  code: number;
  to?: number;
  from?: number;
  offset?: number;
  value?: number;
}

/** r(to) = the word at r(from) + offset. */
export const loadWord = (to: number, from: number, offset: number): Operation => ({
  code: 0x79,
  to,
  from,
  offset,
});
/** r(to) = the byte at r(from) + offset. */
export const loadByte = (to: number, from: number, offset: number): Operation => ({
  code: 0x71,
  to,
  from,
  offset,
});
/** The word at r(to) + offset = r(from). */
export const storeWord = (to: number, offset: number, from: number): Operation => ({
  code: 0x7b,
  to,
  from,
  offset,
});
export const addRegister = (to: number, from: number): Operation => ({ code: 0x0f, to, from });
export const subtract = (to: number, value: number): Operation => ({ code: 0x17, to, value });
export const setRegister = (to: number, value: number): Operation => ({ code: 0xb7, to, value });
/** Ends the program with what r0 holds: 0 is success. */
export const exit: Operation = { code: 0x95 };

/** In the input of a program whose accounts have no data: where the lamports of each stand. */
export const lamportsAt = (account: number): number => 80 + account * 10_336;
/** And where the data of the first would begin. */
export const FIRST_DATA_AT = 96;

/** The smallest file that the loader takes: a header, one segment, and three sections. */
export function assemble(operations: readonly Operation[]): Uint8Array {
  const text = Buffer.concat(operations.map(encode));
  const names = Buffer.from('\0.text\0.shstrtab\0');
  const namesAt = TEXT_AT + text.length;
  const padding = (8 - ((namesAt + names.length) % 8)) % 8;
  return Buffer.concat([
    fileHeader(namesAt + names.length + padding),
    segment(text.length),
    text,
    names,
    Buffer.alloc(padding),
    Buffer.alloc(SECTION_BYTES),
    section({ name: 1, type: 1, flags: 6n, address: TEXT_AT, at: TEXT_AT, bytes: text.length }),
    section({ name: 7, type: 3, flags: 0n, address: 0, at: namesAt, bytes: names.length }),
  ]);
}

function encode({ code, to = 0, from = 0, offset = 0, value = 0 }: Operation): Buffer {
  const bytes = Buffer.alloc(8);
  bytes[0] = code;
  bytes[1] = (from << 4) | to;
  bytes.writeInt16LE(offset, 2);
  bytes.writeInt32LE(value, 4);
  return bytes;
}

function fileHeader(sectionsAt: number): Buffer {
  const header = Buffer.alloc(64);
  // 64 bits, little-endian, version 1; a shared object for the machine number of the VM.
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1], 0);
  header.writeUInt16LE(3, 16);
  header.writeUInt16LE(247, 18);
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(BigInt(TEXT_AT), 24);
  header.writeBigUInt64LE(64n, 32);
  header.writeBigUInt64LE(BigInt(sectionsAt), 40);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  header.writeUInt16LE(1, 56);
  header.writeUInt16LE(SECTION_BYTES, 58);
  header.writeUInt16LE(3, 60);
  header.writeUInt16LE(2, 62);
  return header;
}

function segment(bytes: number): Buffer {
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1, 0);
  header.writeUInt32LE(5, 4);
  for (const at of [8, 16, 24]) header.writeBigUInt64LE(BigInt(TEXT_AT), at);
  for (const at of [32, 40]) header.writeBigUInt64LE(BigInt(bytes), at);
  header.writeBigUInt64LE(0x1000n, 48);
  return header;
}

interface Section {
  name: number;
  type: number;
  flags: bigint;
  address: number;
  at: number;
  bytes: number;
}

function section({ name, type, flags, address, at, bytes }: Section): Buffer {
  const header = Buffer.alloc(SECTION_BYTES);
  header.writeUInt32LE(name, 0);
  header.writeUInt32LE(type, 4);
  header.writeBigUInt64LE(flags, 8);
  header.writeBigUInt64LE(BigInt(address), 16);
  header.writeBigUInt64LE(BigInt(at), 24);
  header.writeBigUInt64LE(BigInt(bytes), 32);
  header.writeBigUInt64LE(type === 1 ? 8n : 1n, 48);
  return header;
}
