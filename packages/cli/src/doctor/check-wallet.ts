import { UsageError } from '@tote/chain/lib/usage-error';
import { fromBaseUnits } from '@tote/sdk';
import type { Session } from '../session.ts';
import { callNode } from './check-chain.ts';
import { type Finding, findingOf } from './finding.ts';

/** Never asks for a passphrase, and skips the checks that need one. */
export async function checkWallet(
  session: Session,
  isReachable: boolean,
  findings: Finding[],
): Promise<void> {
  let wallet: Awaited<ReturnType<Session['chooseWallet']>>;
  try {
    wallet = await session.chooseWallet();
  } catch (error) {
    const state = error instanceof UsageError ? 'warning' : 'refused';
    findings.push({ name: 'wallet', state, text: (error as Error).message });
    return;
  }
  const { name, address } = wallet;
  const onChain = await readLamports(session, address);
  const text = `${name}, ${address}${onChain === undefined ? '' : `, ${onChain} SOL on chain`}`;
  findings.push({ name: 'wallet', state: 'ok', text });
  if (!isReachable || !wallet.isAtHand) return;
  try {
    const { tote } = await session.connectWallet();
    const { open, balances, delegate } = await tote.getAccount();
    const allowed = delegate ? `${delegate.allowance.SOL} SOL allowed` : 'nothing allowed';
    const account = open
      ? `${balances.SOL} SOL, ${balances.UTILITY} UTILITY, ${allowed}`
      : 'none yet';
    findings.push({ name: 'account', state: 'ok', text: account });
  } catch (error) {
    findings.push(findingOf('account', error));
  }
}

async function readLamports({ findNode }: Session, address: string): Promise<string | undefined> {
  try {
    const { value } = (await callNode(await findNode(), 'getBalance', [address])) as {
      value: number;
    };
    return fromBaseUnits(BigInt(value), 'SOL');
  } catch {
    return undefined;
  }
}
