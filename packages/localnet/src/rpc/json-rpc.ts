export type Id = string | number | bigint | null;

export function idOf(request: unknown): Id | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  const { id } = request as { id?: unknown };
  const isId =
    id === null || typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint';
  return isId ? id : undefined;
}

export interface JsonRpcError {
  code: number;
  message: string;
  data?: unknown;
}

export type JsonRpcResponse =
  | { jsonrpc: '2.0'; id: Id; result: unknown }
  | { jsonrpc: '2.0'; id: Id; error: JsonRpcError };

export interface JsonRpcNotification {
  jsonrpc: '2.0';
  method: string;
  params: { subscription: number; result: unknown };
}
