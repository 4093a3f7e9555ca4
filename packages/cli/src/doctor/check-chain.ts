import type { Config } from '@tote/sdk';
import type { Session } from '../session.ts';
import type { Finding } from './finding.ts';

export async function checkChain(
  { findNode }: Session,
  config: Config | undefined,
  findings: Finding[],
): Promise<void> {
  const name = 'node';
  let rpc: string;
  try {
    rpc = await findNode();
  } catch (error) {
    findings.push({ name, state: 'unreachable', text: (error as Error).message });
    return;
  }
  // The path of a node's URL may contain an API key.
  const { origin } = new URL(rpc);
  try {
    const genesisHash = await callNode(rpc, 'getGenesisHash');
    const version = (await callNode(rpc, 'getVersion')) as Record<string, unknown> | null;
    const slot = await callNode(rpc, 'getSlot');
    const text = `${origin}, version ${version?.['solana-core']}, slot ${slot}`;
    const isSame = config === undefined || config.genesisHash === genesisHash;
    findings.push(
      isSame
        ? { name, state: 'ok', text }
        : { name, state: 'differs', text: `${text}: not the service’s chain` },
    );
  } catch (error) {
    const text = `${origin}: ${(error as Error).message}. Name a node with --rpc.`;
    findings.push({ name, state: 'unreachable', text });
  }
}

const TIMEOUT_MS = 5_000;

export async function callNode(
  rpc: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (result === undefined) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
  return result;
}
