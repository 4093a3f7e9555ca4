/** What a request may carry as its id, and gets back. */
export type Id = string | number | bigint | null;

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
