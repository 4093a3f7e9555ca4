import type { NetworkClient } from '../chain-api.ts';
import type { Faucet } from '../faucet.ts';
import { LedgerWriteError } from '../ledger/group-commit.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { AirdropLimits } from './airdrop-limits.ts';
import { type AnswerSize, jsonBytes } from './answer-budget.ts';
import type { Context, Method } from './context.ts';
import { type Id, idOf, type JsonRpcResponse } from './json-rpc.ts';
import { METHODS } from './methods/index.ts';
import type { Params } from './params.ts';
import { invalidParams, invalidRequest, methodNotFound, toRpcError } from './rpc-error.ts';
import { SlotTimes } from './slot-times.ts';

/** Methods that write. When one succeeds, the disk is writable again. */
const WRITES: ReadonlySet<Method | undefined> = new Set([
  METHODS.sendTransaction,
  METHODS.landTransaction,
]);

export class RpcServer {
  readonly #context: Context;

  constructor(ledger: Ledger, faucet: Faucet) {
    const slotTimes = new SlotTimes(ledger);
    const airdropLimits = new AirdropLimits();
    this.#context = { ledger, faucet, airdropLimits, slotTimes, isHealthy: true };
  }

  async handle(
    request: unknown,
    client?: NetworkClient,
    size?: AnswerSize,
  ): Promise<JsonRpcResponse> {
    const id = idOf(request);
    const before = size?.bytes ?? 0;
    try {
      const { method, params } = this.#read(request, id);
      // It creates test money, which not every page may do.
      const isAirdrop = method === METHODS.requestAirdrop;
      const refusal = isAirdrop ? client?.refusal : undefined;
      if (refusal !== undefined) throw invalidRequest(`Invalid request: ${refusal}`);
      const context = size ? { ...this.#context, charge: size.charge } : this.#context;
      const result = await method(params, context, client);
      if (WRITES.has(method)) this.#context.isHealthy = true;
      // Writes have small answers, which must not turn into errors.
      else if (!isAirdrop) size?.charge(Math.max(0, before + jsonBytes(result) - size.bytes));
      return { jsonrpc: '2.0', id: id as Id, result };
    } catch (error) {
      size?.restore(before);
      if (error instanceof LedgerWriteError) this.#context.isHealthy = false;
      return { jsonrpc: '2.0', id: id ?? null, error: toRpcError(error).toJson() };
    }
  }

  #read(request: unknown, id: Id | undefined): { method: Method; params: Params } {
    if (typeof request !== 'object' || request === null || id === undefined) throw invalidRequest();
    const { jsonrpc, method: name, params } = request as Record<string, unknown>;
    if (typeof name !== 'string') throw invalidRequest();
    if (jsonrpc === undefined) throw invalidRequest('Unsupported JSON-RPC protocol version');
    if (jsonrpc !== '2.0') throw invalidRequest();
    const isList = Array.isArray(params);
    const isNothing = params === undefined || params === null;
    if (!isList && !isNothing && typeof params !== 'object') throw invalidRequest();
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (!method) throw methodNotFound();
    if (!isList && !isNothing) throw invalidParams('`params` should be an array');
    return { method, params: isList ? params : [] };
  }
}
