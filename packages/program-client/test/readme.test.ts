// program/README.md specifies the interface. These tests compare the client with its tables.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { tote } from '../../../idl/tote.ts';
import {
  ACCOUNT_VERSION,
  errorNumber,
  findErrorName,
  getBettorDecoder,
  getConfigDecoder,
  getMarketDecoder,
  getToteErrorMessage,
  getVaultDecoder,
  ToteInstruction,
  verdictName,
} from '../src/index.ts';
import { README } from './support.ts';

function section(from: string, to: string): string {
  const start = README.indexOf(from);
  return README.slice(start, README.indexOf(to, start + from.length));
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

test('errors are found by number and by name', () => {
  expect(findErrorName(38)).toBe('InsufficientFunds');
  expect(getToteErrorMessage(38)).toBe("The bettor's available balance does not cover it.");
  expect(findErrorName(0)).toBeUndefined();
  expect(findErrorName(255)).toBeUndefined();
  expect(errorNumber('IdTooFar')).toBe(47);
  expect(verdictName(0)).toBe('Done');
  expect(verdictName(45)).toBe('DuplicateBet');
  expect(() => verdictName(200)).toThrow(RangeError);
});

test('the instructions are the README’s, with its tags and accounts', () => {
  const rows = section('## Instructions', '\n- terms').matchAll(/^\| (\d+) \| `(\w+)` \|.*$/gm);
  const table = [...rows].map(([row, tag, name]) => {
    const cell = row.split('|').at(-2) ?? '';
    return { tag: Number(tag), name: camelCase(name as string), accounts: readAccounts(cell) };
  });
  const ours = (tote.program.instructions ?? []).map(({ name, accounts, arguments: args }) => {
    const tag = args?.[0]?.defaultValue;
    return {
      tag: tag?.kind === 'numberValueNode' ? tag.number : -1,
      name,
      accounts: (accounts ?? []).map((account) => {
        const flags = `${account.isWritable ? ' w' : ''}${account.isSigner === true ? ' s' : ''}`;
        return `${account.name}${flags}`;
      }),
    };
  });
  expect(ours).toEqual(table);
  expect(table.map(({ name }) => name.toLowerCase())).toEqual(
    Object.values(ToteInstruction)
      .filter((name) => typeof name === 'string')
      .map((name) => name.toLowerCase()),
  );
});

/** The condition in a row that applies to the accounts after it. */
const VARIANT = new RegExp(
  '^ *(then )?(SOL|UTILITY|gated|triggered or latched state fact|forfeit|oracle|' +
    'signed by the operator)$',
);

/** The accounts of a row, without the text between them. */
function readAccounts(cell: string): string[] {
  return cell
    .replace('oracle s or the observed account', 'witness')
    .replace('its account', 'fact_account')
    .replace(/, (n × bettor|then bettors) w( …)?/, '')
    .replace('; then bettors w …', '')
    .split(/[,;:]/)
    .map((part) => part.replace(VARIANT, '').trim())
    .filter((part) => part !== '' && !part.startsWith('then'))
    .map(camelCase);
}

const DECODERS = {
  Config: [getConfigDecoder(), 1_488],
  Vault: [getVaultDecoder(), 152],
  Bettor: [getBettorDecoder(), 216 + 48],
  Market: [getMarketDecoder(), 376 + 8],
} as const;

const WIDTHS: Record<string, number> = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 };

test.each(Object.keys(DECODERS) as (keyof typeof DECODERS)[])(
  '%s has every field where the README has it, and no other',
  (name) => {
    const [decoder, size] = DECODERS[name];
    const rows = [...section(`### ${name}`, '\n#').matchAll(/^\| (\d+) \| (.+?) \| (\w+)/gm)];
    const fields = rows.map(([, offset, type, field]) => ({
      offset: Number(offset),
      type: type as string,
      field: camelCase(field as string),
    }));
    const blank = decoder.decode(new Uint8Array(size)) as Record<string, unknown>;
    for (const { offset, type, field } of fields) {
      const data = new Uint8Array(size);
      data[offset] = 1;
      const decoded = decoder.decode(data) as Record<string, unknown>;
      expect(changed(blank, decoded), `${field} at ${offset}`).toEqual([readName(field)]);
      const width = WIDTHS[type];
      if (width === undefined || width === 1) continue;
      data[offset] = 0;
      data[offset + width - 1] = 1;
      const last = decoder.decode(data) as Record<string, unknown>;
      expect(changed(blank, last), `the last byte of ${field}`).toEqual([readName(field)]);
    }
    const named = new Set(fields.map(({ field }) => readName(field)));
    const unnamed = Object.keys(blank).filter((field) => !named.has(field));
    expect(unnamed).toEqual(['accountType', 'version']);
  },
);

const digest = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)))
    .digest('hex');

function changed(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(before).filter((field) => digest(before[field]) !== digest(after[field]));
}

/** The row of the slots has the name of their first field. */
const readName = (field: string) => (field === 'market' ? 'slots' : field);

test('every account of the program has this version', () => {
  const accounts = tote.program.accounts ?? [];
  const versions = accounts.map(({ name, data }) => {
    const fields = data.kind === 'structTypeNode' ? (data.fields ?? []) : [];
    const value = fields.find((field) => field.name === 'version')?.defaultValue;
    return [name, value?.kind === 'numberValueNode' ? value.number : undefined];
  });
  const names = ['config', 'vault', 'bettor', 'market'];
  expect(versions).toEqual(names.map((name) => [name, ACCOUNT_VERSION]));
});
