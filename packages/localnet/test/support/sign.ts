import {
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';

export interface Lifetime {
  blockhash: Blockhash;
  lastValidBlockHeight: bigint;
}

/** A transaction of these instructions, with the signatures of all who must sign. */
export function signFor(
  payer: KeyPairSigner,
  lifetime: Lifetime,
  instructions: Instruction[],
  version: 'legacy' | 0 = 0,
) {
  return pipe(
    createTransactionMessage({ version }),
    (it) => setTransactionMessageFeePayerSigner(payer, it),
    (it) => setTransactionMessageLifetimeUsingBlockhash(lifetime, it),
    (it) => appendTransactionMessageInstructions(instructions, it),
    signTransactionMessageWithSigners,
  );
}
