// Signs a transaction with the wallet, and sends it until it is in a block or has expired.
import type { Instruction } from '@solana/kit';
import type { Signer } from '@tote/sdk';
import { type Json, pick, sleep, textOf } from '@tote/verify/json';
import { COMMITMENT } from './accounts.ts';
import {
  buildTransaction,
  type Lifetime,
  type ReadTransaction,
  readTransaction,
} from './build-transaction.ts';
import type { Deployment } from './deployment.ts';
import { ExitError, type Node, NodeError } from './node.ts';
import { explainFailure, type Trial, toBase64 } from './try-transaction.ts';

export type LandingStep =
  | { readonly state: 'signing' }
  | { readonly state: 'sent' | 'confirmed' | 'finalized'; readonly signature: string };

const POLL_MS = 500;
const RESEND_MS = 2_000;

interface Sent {
  readonly transaction: ReadTransaction;
  readonly base64: string;
  readonly lifetime: Lifetime;
}

/** Errors say what went wrong, and whether anything happened on the chain. */
export async function landTransaction(
  deployment: Deployment,
  instructions: readonly Instruction[],
  { trial, signer }: { readonly trial: Trial; readonly signer: Signer },
  onState: (landing: LandingStep) => void,
): Promise<void> {
  onState({ state: 'signing' });
  const lifetime = await fetchLifetime(deployment.node);
  const { feePayer } = trial.transaction;
  const wire = buildTransaction(instructions, feePayer, lifetime, trial.computeUnits);
  const signed = await askWallet(signer, wire);
  const transaction = readTransaction(signed);
  if (!isSame(transaction, trial.transaction)) {
    throw new ExitError('The wallet changed the transaction. It was not sent; nothing happened.');
  }
  const sent = { transaction, base64: toBase64(signed), lifetime };
  await send(deployment.node, sent, true);
  onState({ state: 'sent', signature: transaction.signature });
  await follow(deployment, sent, onState);
}

async function fetchLifetime(node: Node): Promise<Lifetime> {
  const answer = await node.call('getLatestBlockhash', [{ commitment: COMMITMENT }]);
  return {
    blockhash: textOf(pick(answer, 'value', 'blockhash')),
    lastValidBlockHeight: BigInt(textOf(pick(answer, 'value', 'lastValidBlockHeight'))),
  };
}

async function askWallet(signer: Signer, wire: Uint8Array): Promise<Uint8Array> {
  try {
    return await signer.signTransaction(wire);
  } catch (error) {
    throw new ExitError(`The wallet did not sign: ${(error as Error).message}. Nothing was sent.`);
  }
}

/** Wallets may add a compute unit price and nothing else. */
const isSame = (signed: ReadTransaction, shown: ReadTransaction): boolean =>
  signed.feePayer === shown.feePayer && textOfAll(signed) === textOfAll(shown);

const textOfAll = ({ instructions }: ReadTransaction): string =>
  instructions.map(({ program, accounts, data }) => [program, ...accounts, data]).join(' ');

async function send(node: Node, { base64 }: Sent, isFirst: boolean): Promise<void> {
  const settings = { encoding: 'base64', preflightCommitment: COMMITMENT, maxRetries: 0 };
  try {
    await node.call('sendTransaction', [base64, { ...settings, skipPreflight: !isFirst }]);
  } catch (error) {
    // The answer may have been lost: only a refusal means that the node did not accept it.
    if (!isFirst || !(error instanceof NodeError)) return;
    throw new ExitError(`${error.message}. Nothing was sent; no money moved. Try again.`);
  }
}

async function follow(
  { node, program }: Deployment,
  sent: Sent,
  onState: (landing: LandingStep) => void,
): Promise<void> {
  const { signature } = sent.transaction;
  let known: string | undefined;
  for (let waitedMs = 0; known !== 'finalized'; waitedMs += POLL_MS) {
    await sleep(POLL_MS);
    const isDue = known === undefined && waitedMs % RESEND_MS === 0;
    // Read before the status, so that it cannot get into a block in between.
    const isOver = isDue && (await isExpired(node, sent.lifetime));
    const status = await findStatus(node, signature).catch(() => undefined);
    const error = pick(status, 'err');
    if (error !== null && error !== undefined) {
      const reason = explainFailure(error, sent.transaction, program);
      throw new ExitError(`The chain refused it: ${reason}. Only the fee was paid.`);
    }
    const state = textOf(pick(status, 'confirmationStatus'));
    if (state === 'confirmed' || state === 'finalized') {
      if (state !== known) onState({ state, signature });
      known = state;
    } else if (isOver && status === null) {
      throw new ExitError(
        'It was not included in a block in time, and has expired. No money moved. Try again.',
      );
    } else if (isDue) {
      await send(node, sent, false);
    }
  }
}

async function findStatus(node: Node, signature: string): Promise<Json | undefined> {
  const answer = await node.call('getSignatureStatuses', [
    [signature],
    { searchTransactionHistory: true },
  ]);
  return pick(answer, 'value', '0');
}

async function isExpired(node: Node, { lastValidBlockHeight }: Lifetime): Promise<boolean> {
  const height = await node
    .call('getBlockHeight', [{ commitment: 'finalized' }])
    .catch(() => undefined);
  return height !== undefined && BigInt(textOf(height)) > lastValidBlockHeight;
}
