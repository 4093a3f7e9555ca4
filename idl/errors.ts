import { readFileSync } from 'node:fs';
import { errorNode } from 'codama';

const SOURCE = new URL('../program/src/error.rs', import.meta.url);
const VARIANT = /\/\/\/ \((\d+)\) (.+)\n\s+(\w+) = (\d+),/g;

/** Read from the program's Rust source, the only list of error numbers and texts. */
export const errors = [...readFileSync(SOURCE, 'utf8').matchAll(VARIANT)].map(
  ([, documented, message = '', name = '', number]) => {
    if (documented !== number) throw new Error(`${name} is ${number}, documented as ${documented}`);
    return errorNode({ code: Number(number), name, message });
  },
);
