import { expect, test } from 'vitest';
import { seal, unseal } from '../../src/wallets/key-text.ts';

const KEY = Uint8Array.from({ length: 64 }, (_, at) => at);
const ADDRESS = '4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM';

test('only the passphrase opens it, and nothing in the file can be changed', async () => {
  // The same text in two forms of Unicode.
  const sealed = await seal(KEY, ADDRESS, 'caf\u00e9');
  expect(JSON.stringify(sealed)).not.toContain(Buffer.from(KEY.subarray(0, 16)).toString('base64'));
  expect(Uint8Array.from(await unseal(sealed, 'cafe\u0301'))).toEqual(KEY);
  await expect(unseal(sealed, 'cafe')).rejects.toThrow('The passphrase is wrong');
  const flipped = Buffer.from(sealed.key, 'base64');
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  const changed = [
    { ...sealed, address: ADDRESS.replace('4', '5') },
    { ...sealed, key: flipped.toString('base64') },
  ];
  for (const each of changed) {
    await expect(unseal(each, 'caf\u00e9')).rejects.toThrow('The passphrase is wrong');
  }
  const costly = { ...sealed, scrypt: { N: 2 ** 30, r: 8, p: 1 } };
  await expect(unseal(costly, 'caf\u00e9')).rejects.toThrow('damaged');
});
