// Parses the tables of spec-tables.md, and checks values against their types.
import { readFileSync } from 'node:fs';

export interface SpecRow {
  readonly field: string;
  readonly type: string;
  readonly rest: readonly string[];
  /** The whole row, as the name of its test. */
  readonly sentence: string;
}

const text = readFileSync(new URL('../spec-tables.md', import.meta.url), 'utf8');
const decisions = readFileSync(new URL('../decisions.md', import.meta.url), 'utf8');

export function readSpecTable(heading: string): SpecRow[] {
  const section = text.split('\n## ').find((each) => each.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`spec-tables.md has no section ${heading}`);
  return readRows(section).map((cells) => {
    const [field = '', type = '', ...rest] = cells.map((cell) => cell.replace(/^`(\w+)`$/, '$1'));
    const sentence = [field, type, ...rest].filter((cell) => cell !== '').join(' | ');
    return { field, type, rest, sentence };
  });
}

export function readDecisions(): string[] {
  return readRows(decisions).map(([title = '']) => title.replaceAll('`', ''));
}

function readRows(section: string): string[][] {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Whether a JSON value has the `type` of the specification. */
export function hasSpecType(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'string, optional':
      return value === undefined || typeof value === 'string';
    case 'string or null':
      return value === null || typeof value === 'string';
    case 'string, ISO 8601 UTC':
      return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
    case 'array of Outcome':
      return Array.isArray(value);
    default:
      if (!type.startsWith('object')) throw new Error(`what is ${type}?`);
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}
