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
