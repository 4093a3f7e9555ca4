// Reads the question, the condition and the clauses of a market from the end of the data of its
// `create_market` instruction.
import type { ReadonlyUint8Array } from '@solana/kit';
import { sha256 } from '../lib/sha256.ts';

const QUESTION_LEN_AT = 40;
const CONDITION_LEN_AT = 42;
const CLAUSES_LEN_AT = 44;
const CLAUSE_COUNT_AT = 4;

// A byte order mark must be kept: it is part of the hashed text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function readMarketTexts(
  data: ReadonlyUint8Array,
  hashes: { questionHash: ReadonlyUint8Array; conditionHash: ReadonlyUint8Array },
) {
  const [question, condition, clauses] = takeTexts(data);
  return {
    question: toText(question),
    condition: toText(condition),
    textsMatchHashes:
      hasHash(question, hashes.questionHash) && hasHash(condition, hashes.conditionHash),
    clauses,
    clauseCount: data[CLAUSE_COUNT_AT] ?? 0,
  };
}

/** Anyone may create a market with a zero character in it, which PostgreSQL cannot store. */
function toText(bytes: Uint8Array): string {
  return decoder.decode(bytes).replaceAll('\0', '\ufffd');
}

function hasHash(bytes: Uint8Array, hash: ReadonlyUint8Array): boolean {
  return sha256(bytes).equals(Uint8Array.from(hash));
}

/** For a closed market, which has no hashes to compare with. */
export function hashMarketTexts(data: ReadonlyUint8Array) {
  const [question, condition] = takeTexts(data);
  const hash = (bytes: Uint8Array) => new Uint8Array(sha256(bytes));
  return { questionHash: hash(question), conditionHash: hash(condition) };
}

function takeTexts(
  data: ReadonlyUint8Array,
): [question: Uint8Array, condition: Uint8Array, clauses: Uint8Array] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const conditionAt = data.length - view.getUint16(CONDITION_LEN_AT, true);
  const questionAt = conditionAt - view.getUint16(QUESTION_LEN_AT, true);
  const clausesAt = questionAt - view.getUint16(CLAUSES_LEN_AT, true);
  return [
    data.slice(questionAt, conditionAt),
    data.slice(conditionAt),
    data.slice(clausesAt, questionAt),
  ];
}
