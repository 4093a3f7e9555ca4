import { expect, test } from 'vitest';
import { tote } from '../../../idl/tote.ts';
import { ACCOUNT_VERSION } from '../src/index.ts';

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
