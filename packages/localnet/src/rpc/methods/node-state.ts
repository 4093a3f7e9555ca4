import { API_VERSION, type Context } from '../context.ts';
import { expectCount, type Params } from '../params.ts';
import { CODES, RpcError } from '../rpc-error.ts';

export function getHealth(params: Params, { isHealthy }: Context) {
  expectCount(params, 0, 0);
  if (isHealthy) return 'ok';
  throw new RpcError(CODES.nodeUnhealthy, 'Node is unhealthy', { numSlotsBehind: null });
}

/** Not a Solana method: the whole seconds that the sandbox has added to the time. */
export function getClockOffset(params: Params, { ledger }: Context) {
  expectCount(params, 0, 0);
  return Math.round(ledger.clock.state.offsetMs / 1_000);
}

export function getVersion(params: Params) {
  expectCount(params, 0, 0);
  return { 'solana-core': API_VERSION, 'feature-set': 0 };
}

export function getGenesisHash(params: Params, { genesisHash }: Context) {
  expectCount(params, 0, 0);
  return genesisHash;
}
