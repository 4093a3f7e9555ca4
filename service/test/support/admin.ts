// The admin of a running world: changes the Config on chain with the admin key.
import { join } from 'node:path';
import { createDefaultRpcTransport, type Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { openChain } from '@tote/chain/open-chain';
import {
  type Config,
  getCancelConfigInstruction,
  type TermsArgs,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { type EmbeddedKeys, loadEmbeddedKeys } from '../../src/settings/keys.ts';
import { createDisable, createUpdate } from './change-config.ts';
import type { World } from './world.ts';

export class Admin {
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
  #sent = 0;

  private constructor(chain: Chain, keys: EmbeddedKeys) {
    this.chain = chain;
    this.keys = keys;
  }

  static async of(world: World): Promise<Admin> {
    const transport = createDefaultRpcTransport({ url: world.demo.rpcUrl });
    const programAddress = TOTE_PROGRAM_ADDRESS;
    const chain = await openChain({ transport, programAddress, wallMs: Date.now });
    const folder = { dir: join(world.dir, 'keys'), mayCreate: false };
    return new Admin(chain, await loadEmbeddedKeys(folder));
  }

  config(): Promise<Config> {
    return this.chain.accounts.getConfig();
  }

  /** Omitted values stay as they are. */
  async update(terms: Partial<TermsArgs>): Promise<void> {
    const { chain, keys } = this;
    await this.#send(await createUpdate({ chain, admin: keys.admin }, terms));
  }

  async cancel(): Promise<void> {
    const { admin } = this.keys;
    const { config } = this.chain.addresses;
    const instruction = getCancelConfigInstruction({ authority: admin.signer, config });
    await this.#send(instruction);
  }

  async disable({ operator = false, oracle = false }): Promise<void> {
    const { chain, keys } = this;
    const { oracleGeneration, operatorGeneration } = await this.config();
    const generations = {
      ...(operator && { operator: operatorGeneration }),
      ...(oracle && { oracle: oracleGeneration }),
    };
    await this.#send(createDisable({ chain, admin: keys.admin }, generations));
  }

  /** A different limit makes two equal changes different transactions. */
  async #send(instruction: Instruction): Promise<void> {
    this.#sent += 1;
    const options = { computeUnitLimit: 100_000 + this.#sent };
    await this.chain.send([instruction], [this.keys.admin], options);
  }

  close(): Promise<void> {
    return this.chain.close();
  }
}
