import {
  type Address,
  createDefaultRpcSubscriptionsTransport,
  createDefaultRpcTransport,
  createDefaultSolanaRpcSubscriptionsChannelCreator,
  type RpcTransport,
} from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { openChain } from '@tote/chain/open-chain';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { onTestFinished } from 'vitest';
import type { Validator } from '../../../../tools/validator/start-validator.ts';
import type { EmbeddedKeys } from '../../../src/settings/keys.ts';

/** Everything that is done once before a service can start. */
export interface DeployedProgram {
  readonly validator: Validator;
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
  readonly treasury: Address;
  readonly utilityMint: Address;
}

export function connect(url: string, programAddress: Address): Promise<Chain> {
  const transport = createDefaultRpcTransport({ url });
  return openChain({ transport, programAddress, wallMs: Date.now });
}

/** With notices, and samples of the clock ten times a second; closed when the test is over. */
export async function connectWithNotices(
  { rpcUrl, wsUrl }: Validator,
  wrap: (transport: RpcTransport) => RpcTransport = (transport) => transport,
): Promise<Chain> {
  const createChannel = createDefaultSolanaRpcSubscriptionsChannelCreator({ url: wsUrl });
  const chain = await openChain({
    transport: wrap(createDefaultRpcTransport({ url: rpcUrl })),
    subscriptionsTransport: createDefaultRpcSubscriptionsTransport({ createChannel }),
    programAddress: TOTE_PROGRAM_ADDRESS,
    ...{ wallMs: Date.now, sampleMs: 100 },
  });
  onTestFinished(() => chain.close());
  return chain;
}
