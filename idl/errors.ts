import { readFileSync } from 'node:fs';
import { errorNode } from 'codama';

const SOURCE = new URL('../program/src/error.rs', import.meta.url);
const VARIANT = /\/\/\/ \((\d+)\) (.+)\n\s+(\w+) = (\d+),/g;

/** The program's own list: written once, in Rust, with the number and the text of every error. */
export const errors = [...readFileSync(SOURCE, 'utf8').matchAll(VARIANT)].map(
  ([, documented, message = '', name = '', number]) => {
    if (documented !== number) throw new Error(`${name} is ${number}, documented as ${documented}`);
    return errorNode({ code: Number(number), name, message });
  },
);
