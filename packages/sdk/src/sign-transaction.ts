// Signs a prepared transaction, checking before and after the wallet has seen it that it is exactly
// what was requested.
import { decodeAddress, fromBase64, toBase64, toHex } from './bytes.ts';
import { ToteError } from './errors.ts';
import type { Forms } from './program.ts';
import { askSigner } from './sign-request.ts';
import type { Signer } from './signer.ts';
import { readTransaction, unexpected } from './transaction.ts';

export type FeePayer = 'relayer' | 'wallet';

type Instructions = readonly (readonly string[])[];

/**
 * Base64 in and out. `expect` gets the prepared instructions without the compute unit limit, which
 * moves nothing, and returns the forms that each may have.
 */
export async function signChecked(
  signer: Signer,
  transaction: string,
  { wallet, services }: Forms,
  feePayer: FeePayer,
  expect: (actions: Instructions) => readonly (readonly string[])[],
): Promise<string> {
  const bytes = fromBase64(transaction);
  const { signers, instructions, message } = readTransaction(bytes);
  const payers =
    feePayer === 'wallet'
      ? [[wallet], ...services.map((service) => [wallet, service])]
      : services.map((service) => [service, wallet]);
  if (!payers.some((each) => `${each}` === `${signers}`)) {
    throw unexpected(`the signers ${signers}`);
  }
  const actions = instructions.filter((each) => !isLimit(each));
  const expected = expect(actions);
  const wrong = actions.find((each, at) => !expected[at]?.includes(each.join(' ')));
  if (wrong) throw unexpected(`the instruction ${wrong.join(' ')}`);
  if (actions.length < Math.max(expected.length, instructions.length - 1)) {
    throw unexpected('the number of instructions');
  }
  const signed = await askSigner(() => signer.signTransaction(bytes));
  const after = readTransaction(signed);
  const isSigned = /[^0]/.test(after.signatures[signers.indexOf(wallet)] ?? '');
  if (!isSigned || toHex(after.message) !== toHex(message)) {
    throw new ToteError(
      'signing_failed',
      'The wallet changed the transaction, or did not sign it.',
    );
  }
  return toBase64(signed);
}

const isLimit = ([program = '', data = '', ...more]: readonly string[]) =>
  program === decodeAddress('ComputeBudget111111111111111111111111111111') &&
  more.length === 0 &&
  /^02.{8}$/.test(data);
