import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { dump, patched, sampleOf } from '../oracles/support/dumps.ts';

const MINT = dump('mint_token_b');
const input = {
  question: 'Will the mint authority be revoked by 2030-01-01?',
  tokenAddress: MINT.address,
  expiresAt: unixSeconds(1_893_456_000n),
  token: { mint: { program: TOKEN_PROGRAM, decimals: 6 } },
};

test('a question is a fact about the mint, by the program that owns it', async () => {
  const compiled = await compileCondition(input);
  expect(compiled.condition).toMatchObject({ type: 'authority', tokenProgram: TOKEN_PROGRAM });
  expect(compiled).toMatchObject({ isLatched: true, isTriggered: true });
  const token = { mint: { program: TOKEN_2022_PROGRAM, decimals: 6 } };
  const other = await compileCondition({ ...input, token });
  expect(other.condition).toMatchObject({ tokenProgram: TOKEN_2022_PROGRAM });
  expect(other).toMatchObject({ isLatched: false, isTriggered: true });
});

test('a token that does not exist has no authority to revoke', async () => {
  const { token: _, ...unknown } = input;
  const asked = { ...unknown, condition: { type: 'authority', authority: 'mint' } };
  await expect(compileCondition(asked)).rejects.toThrow('is not a token that exists');
  expect((await compileCondition(unknown)).condition.type).toBe('attested');
});

describe('whoever holds it decides', () => {
  const moversOf = (authority: string, account: typeof MINT) => {
    const condition = parseCondition({ type: 'authority', authority }, input);
    return kindOf(condition).movers?.(condition, sampleOf(1, [account]), {});
  };
  const held = patched(MINT, 46, [1, 0, 0, 0, ...new Uint8Array(32).fill(7)]);

  test('and is named, as long as somebody does', () => {
    expect(moversOf('mint', patched(MINT, 0, [0, 0, 0, 0]))).toEqual([]);
    expect(moversOf('freeze', MINT)).toEqual([]);
    expect(moversOf('freeze', held)).toEqual([
      'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx holds the authority, and decides the market alone.',
    ]);
  });

  test('is not known if the mint cannot be read', () => {
    expect(moversOf('freeze', { ...held, data: held.data.slice(0, 20) })).toEqual([]);
    expect(moversOf('freeze', { ...held, owner: null })).toEqual([]);
  });
});
