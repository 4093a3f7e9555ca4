import { readFileSync } from 'node:fs';

/** Every case has a name. Integers are decimal strings, because JSON numbers lose digits. */
export interface VectorCase {
  readonly name: string;
  readonly source?: string;
}

export function readVectors<Case extends VectorCase>(file: string): Case[] {
  const url = new URL(`../../../../vectors/${file}`, import.meta.url);
  const vectors = JSON.parse(readFileSync(url, 'utf8')) as { about: string; cases: Case[] };
  return vectors.cases;
}
