import { fileURLToPath } from 'node:url';
import { findPort } from '../../../../tools/test-setup/find-port.ts';
import { findValidator } from '../../../../tools/validator/find-validator.ts';
import {
  runNode,
  startValidator,
  type Validator,
} from '../../../../tools/validator/start-validator.ts';

const LOCALNET = '../../../../packages/localnet/bin/tote-localnet.mjs';

/** What the day is played on. */
export const NODE =
  findValidator() === undefined
    ? 'the embedded chain in a process of its own'
    : 'solana-test-validator';

export async function startNode({ ledger }: { readonly ledger: string }): Promise<Validator> {
  if (findValidator() !== undefined) return startValidator({ ledger });
  const port = await findPort();
  const command = fileURLToPath(new URL(LOCALNET, import.meta.url));
  const args = [command, '--dir', ledger, '--port', String(port)];
  const urls = { rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}` };
  return runNode(process.execPath, args, urls);
}
