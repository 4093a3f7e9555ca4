import { type Signer, signerFromKeyFile } from '@tote/sdk';
import { ExitError } from './chain/node.ts';

const NUMBERS = /^\s*\[\s*\d{1,3}(\s*,\s*\d{1,3}){63}\s*\]\s*$/;

/** A key file of the Solana tools: 64 numbers in brackets. */
export async function readKeyFile(text: string): Promise<Signer> {
  const numbers = NUMBERS.test(text) ? (text.match(/\d+/g) ?? []).map(Number) : [];
  if (numbers.length === 0 || numbers.some((number) => number > 255)) {
    throw new ExitError(
      'This is not a Solana key file, which looks like [64 numbers from 0 to 255].',
    );
  }
  return signerFromKeyFile(numbers);
}
