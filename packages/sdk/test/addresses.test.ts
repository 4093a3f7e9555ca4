import {
  type Address,
  getAddressEncoder,
  getBase58Decoder,
  getProgramDerivedAddress,
} from '@solana/kit';
import { findAssociatedTokenPda } from '@solana-program/token';
import { CLASSIC_TOKEN_PROGRAM, TOKEN_2022_PROGRAM } from '@tote/domain';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  findBettorAddress,
  findProgramAddresses,
  findTokenAccount,
  SYSTEM_PROGRAM_ADDRESS,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeAddress,
  deriveAddress,
  encodeBase58,
  fromHex,
  littleEndian,
  textToHex,
  toHex,
} from '../src/bytes.ts';
import type { Config } from '../src/index.ts';
import { createForms } from '../src/program.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('base58 and hex agree with kit, both ways', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(encodeBase58(toHex(bytes))).toBe(getBase58Decoder().decode(bytes));
      expect(fromHex(toHex(bytes))).toEqual(bytes);
    }),
  );
  fc.assert(
    fc.property(bytes32, (bytes) => {
      const address = getBase58Decoder().decode(bytes) as Address;
      expect(decodeAddress(address)).toBe(toHex(bytes));
      expect(getAddressEncoder().encode(address)).toEqual(bytes);
    }),
  );
});

test('what is no address is no 32 bytes, or others', () => {
  const address = encodeBase58('11'.repeat(32));
  for (const text of ['', '0', address.slice(1), `${address}1`, address.replace(/.$/, 'l')]) {
    expect(decodeAddress(text)).not.toBe('11'.repeat(32));
  }
});

test('numbers are written as the chain has them', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(value);
      expect(littleEndian(value, 8)).toBe(bytes.toString('hex'));
    }),
  );
  expect(littleEndian(513, 2)).toBe('0102');
});

test('derived addresses agree with kit', async () => {
  const programAddress = TOTE_PROGRAM_ADDRESS;
  const program = decodeAddress(programAddress);
  await fc.assert(
    fc.asyncProperty(bytes32, async (bytes) => {
      const seeds = ['bettor', bytes];
      const [address] = await getProgramDerivedAddress({ programAddress, seeds });
      const derived = await deriveAddress(program, textToHex('bettor'), toHex(bytes));
      expect(encodeBase58(derived)).toBe(address);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['classic', CLASSIC_TOKEN_PROGRAM],
  ['Token-2022', TOKEN_2022_PROGRAM],
])('the accounts of a wallet are those of the program, with a %s mint', async (_, owner) => {
  const tokenProgram = owner as Address;
  const [wallet, utilityMint, delegate] = ['07', '08', '09'].map((byte) =>
    encodeBase58(byte.repeat(32)),
  ) as [Address, Address, Address];
  const delegates = [delegate];
  const utility = { utilityMint, tokenProgram };
  const facts = { program: TOTE_PROGRAM_ADDRESS, ...utility, delegates } as unknown as Config;
  const forms = await createForms(facts, wallet);
  const { config, vaultSol, vaultUtility, vaultToken } = await findProgramAddresses();
  const seeds = { owner: wallet, mint: utilityMint, tokenProgram };
  const [walletToken] = await findAssociatedTokenPda(seeds);
  expect(await findTokenAccount(wallet, utility)).toBe(walletToken);
  const bettor = await findBettorAddress(wallet);
  const accountsOf = ([form = '']: readonly string[]) =>
    form.split(' ').slice(1, -1).map(encodeBase58);
  const start = [wallet, vaultUtility, bettor];
  expect(accountsOf(forms.open(1))).toEqual([
    ...[delegate, wallet, wallet, bettor, config, SYSTEM_PROGRAM_ADDRESS],
  ]);
  expect(accountsOf(forms.money('deposit', 'SOL', 1n))).toEqual([
    ...[wallet, vaultSol, bettor, SYSTEM_PROGRAM_ADDRESS],
  ]);
  expect(accountsOf(forms.money('deposit', 'UTILITY', 1n))).toEqual([
    ...[...start, walletToken, vaultToken, utilityMint, tokenProgram],
  ]);
  expect(accountsOf(forms.money('withdraw', 'UTILITY', 1n))).toEqual([
    ...[...start, wallet, walletToken, vaultToken, utilityMint, tokenProgram],
    ...[ASSOCIATED_TOKEN_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS],
  ]);
});
