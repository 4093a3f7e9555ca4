// The admin of a running world: changes the Config on chain with the admin key.
import { join } from 'node:path';
import { createDefaultRpcTransport, type Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { openChain } from '@tote/chain/open-chain';
import {
  type Config,
  getCancelConfigInstruction,
  getDisableKeysInstruction,
  getUpdateConfigInstruction,
  type TermsArgs,
  TOTE_PROGRAM_ADDRESS,
  termsOf,
} from '@tote/program-client';
import { type EmbeddedKeys, loadEmbeddedKeys } from '../../src/settings/keys.ts';
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
    const { admin } = this.keys;
    const config = await this.config();
    const instruction = getUpdateConfigInstruction({
      admin: admin.signer,
      newAdmin: admin.signer,
      config: this.chain.addresses.config,
      terms: { ...termsOf(config), ...terms },
      knownPrograms: config.knownPrograms.slice(0, config.knownProgramsLen),
    });
    await this.#send(instruction);
  }

  async cancel(): Promise<void> {
    const { admin } = this.keys;
    const { config } = this.chain.addresses;
    const instruction = getCancelConfigInstruction({ authority: admin.signer, config });
    await this.#send(instruction);
  }

  async disable({ operator = false, oracle = false }): Promise<void> {
    const { admin } = this.keys;
    const { oracleGeneration, operatorGeneration } = await this.config();
    const instruction = getDisableKeysInstruction({
      authority: admin.signer,
      config: this.chain.addresses.config,
      mask: (operator ? 1 : 0) | (oracle ? 2 : 0),
      oracleGeneration: oracle ? oracleGeneration : 0,
      operatorGeneration: operator ? operatorGeneration : 0,
    });
    await this.#send(instruction);
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
