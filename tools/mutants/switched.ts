// Puts many faults into one build: each has a number, and the number of the active one is patched
// into the binary afterwards. Compiling takes longer than testing, so this saves most of the time.
import type { Mutant } from './mutant.ts';

const MARK = 'TOTE-MUTANT-';

/** The Rust module that holds the number of the active fault. */
export const SWITCH_MODULE = `
#[used]
pub static MUTANT: [u8; 16] = *b"${MARK}\\0\\0\\0\\0";

#[inline(always)]
pub fn is_on(number: u32) -> bool {
    unsafe { core::ptr::read_volatile(MUTANT.as_ptr().add(12).cast::<u32>()) == number }
}
`;

/** The binary with one fault enabled. */
export function turnOn(binary: Uint8Array, number: number): Uint8Array {
  const patched = Buffer.from(binary);
  const at = patched.indexOf(MARK);
  if (at < 0) throw new Error('the binary has no switch');
  patched.writeUInt32LE(number, at + MARK.length);
  return patched;
}

/** No fault has this number. */
export const NONE = 0;

/** Code that runs for every slot of a Bettor: switches would exceed the compute units. */
const HOT_FILES = ['state/bettor.rs'];

export interface Switched {
  file: string;
  start: number;
  end: number;
  text: string;
}

/** The fault with a switch; undefined if it cannot be separated from the code around it. */
export function putBehindSwitch(
  mutant: Mutant,
  source: string,
  number: number,
): Switched | undefined {
  const { file, find, replace } = mutant;
  const start = mutant.at ?? source.indexOf(find);
  const end = start + find.length;
  const isOn = `crate::mutant::is_on(${number})`;
  if (isMadeByCompiler(source, start) || HOT_FILES.includes(file)) return undefined;
  const before = withoutComments(source.slice(0, start)).trimEnd().at(-1) ?? '';
  if (/^[;{}]$/.test(before) && isStatement(find) && (replace === '' || isStatement(replace))) {
    return { file, start, end, text: `if ${isOn} { ${replace} } else { ${find} }` };
  }
  const [right, wrong] = [frameOf(find), frameOf(replace)];
  if (right.head !== wrong.head || right.tail !== wrong.tail) return undefined;
  if (!isExpression(right.inner) || !isExpression(wrong.inner)) return undefined;
  const chosen = `(if ${isOn} { ${wrong.inner} } else { ${right.inner} })`;
  return { file, start, end, text: `${right.head}${chosen}${right.tail}` };
}

/** Whether the value must be known at compile time, so that no switch is possible. */
function isMadeByCompiler(source: string, start: number): boolean {
  const head = source.slice(0, start);
  const line = head.slice(head.lastIndexOf('\n') + 1);
  const declarations = head.match(/^.*\bfn \w+/gm) ?? [];
  return /\bconst\b/.test(line) || /\bconst\b.*\bfn\b/.test(declarations.at(-1) ?? '');
}

const withoutComments = (text: string): string => text.replace(/\/\/[^\n]*/g, '');

/** Common contexts of an expression: a condition, an assignment, a field, a match arm. */
const FRAME = /^(if |while |let \w+ = |\w+: |[\w:| ]+ => )?([\s\S]*?)( \{|[;,])?$/;

function frameOf(text: string): { head: string; inner: string; tail: string } {
  const [, head = '', inner = '', tail = ''] = FRAME.exec(text) ?? [];
  return { head, inner, tail };
}

const isStatement = (text: string): boolean =>
  isBalanced(text) && /;\n?$/.test(text) && !/^\s*(let|use|const|pub|fn)\b/.test(text);

function isExpression(text: string): boolean {
  if (text.trim() === '' || text !== text.trim() || !isBalanced(text)) return false;
  if (/[;{}]|=>|\breturn\b|\bconst\b|: usize|: u64|: i64|: u32/.test(text)) return false;
  // It must not begin or end inside an operation, and must not assign.
  if (/^[.?)\]|&+*/<>=-]|[.(,=|&+*/<>-]$|^(let|if|match)\b/.test(text)) return false;
  return !/[^=!<>|&+*/-]=[^=]/.test(text);
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
