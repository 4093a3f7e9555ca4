import { type Address, createDefaultRpcTransport } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { openChain } from '@tote/chain/open-chain';
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
