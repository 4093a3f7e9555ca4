// Does what the plan says is missing, in up to three transactions. After an interruption a new plan
// contains the rest.
import type { Instruction } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { buildInitialize } from '@tote/chain/deployment/initialize';
import { TransactionFailed } from '@tote/chain/landed';
import { retry } from '@tote/chain/lib/retry';
import { SentFile } from '../sent-file.ts';
import type { InitRequest } from './init-request.ts';
import type { InitPlan } from './plan-init.ts';

/** A newly deployed program runs from the next slot on. */
const ATTEMPTS = {
  attempts: 4,
  pauseMs: () => 1_000,
  isRetried: (error: unknown) => error instanceof TransactionFailed,
};

export function finishInit({ chain, sentFile }: InitRequest): Promise<void> {
  return new SentFile(sentFile, chain).finish();
}

export async function runInit(
  request: InitRequest,
  plan: InitPlan,
  onProgress: (text: string) => void,
): Promise<void> {
  const { chain, payer, admin, upgradeAuthority, sentFile } = request;
  const sent = new SentFile(sentFile, chain);
  if (plan.transfers.length > 0) {
    onProgress(`Paying ${plan.transfers.map(({ name }) => name).join(', ')}`);
    await sent.send(listTransfers(request, plan), [payer]);
  }
  if (plan.utility.length > 0) {
    onProgress(plan.isMintNew ? 'Creating the token UTILITY' : 'Creating token accounts');
    await sent.send(plan.utility, [payer, admin]);
  }
  const { initialization } = plan;
  if (initialization) {
    onProgress('Initializing the program');
    const instruction = await buildInitialize(chain, initialization);
    await retry(() => sent.send([instruction], [payer, upgradeAuthority, admin]), ATTEMPTS);
  }
}

function listTransfers({ payer }: InitRequest, { transfers }: InitPlan): Instruction[] {
  return transfers.map(({ to, lamports }) =>
    getTransferSolInstruction({ source: payer.signer, destination: to, amount: lamports }),
  );
}
