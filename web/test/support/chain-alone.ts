// The chain of a world after its service is gone, and the file that needs only this chain.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Address, createDefaultRpcTransport } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { readKeyFile } from '@tote/chain/key';
import { openChain } from '@tote/chain/open-chain';
import { type Localnet, startLocalnet } from '@tote/localnet';
import {
  type Bettor,
  Currency,
  findBettorAddress,
  getDepositInstruction,
  getResolveMarketInstruction,
  type Outcome,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { DemoName } from '../../../service/src/embedded/demo.ts';
import type { World } from '../../../service/test/support/world.ts';
import { EXIT_PAGE, ensurePage } from '../../../tools/build/ensure-compiled.mjs';
import { noteProblems, openTab, type Visitor } from './open-page.ts';

export const exitFile = (): string => join(ensurePage(), EXIT_PAGE);

export class ChainAlone {
  readonly localnet: Localnet;
  readonly chain: Chain;
  readonly #world: World;

  private constructor(world: World, localnet: Localnet, chain: Chain) {
    this.#world = world;
    this.localnet = localnet;
    this.chain = chain;
  }

  static async leftBy(world: World): Promise<ChainAlone> {
    await world.service.close();
    const dir = join(world.dir, 'chain');
    const localnet = await startLocalnet({ dir, slotMs: 50, http: { port: 0 } });
    const chain = await openChain({
      transport: createDefaultRpcTransport({ url: localnet.url as string }),
      programAddress: TOTE_PROGRAM_ADDRESS,
      wallMs: Date.now,
    });
    return new ChainAlone(world, localnet, chain);
  }

  get url(): string {
    return this.localnet.url as string;
  }

  /** As the oracle, whose key is in the data folder. */
  async resolve(market: Address, outcome: Outcome.Yes | Outcome.No): Promise<void> {
    const oracle = await readKeyFile(join(this.#world.dir, 'keys', 'oracle.json'));
    const keeper = await readKeyFile(join(this.#world.dir, 'keys', 'keeper.json'));
    const { config } = this.chain.addresses;
    const evidenceHash = new Uint8Array(32).fill(7);
    const instruction = getResolveMarketInstruction({
      ...{ market, config, outcome, evidenceHash, oracle: oracle.signer },
    });
    await this.chain.send([instruction], [keeper, oracle]);
  }

  /** SOL of a stranger for the wallet's balance in the program. */
  async deposit(name: DemoName, amount: bigint): Promise<void> {
    const keeper = await readKeyFile(join(this.#world.dir, 'keys', 'keeper.json'));
    const instruction = getDepositInstruction({
      ...{ authority: keeper.signer, vault: this.chain.addresses.vaultSol, amount },
      bettor: await findBettorAddress(this.address(name)),
      currency: Currency.Sol,
    });
    await this.chain.send([instruction], [keeper]);
  }

  keyFile(name: DemoName): string {
    return join(this.#world.dir, 'keys', `demo-${name}.json`);
  }

  bettor(name: DemoName): Promise<Bettor | null> {
    return this.chain.accounts.findBettor(this.address(name));
  }

  address(name: DemoName): Address {
    return this.#world.wallet(name).address as Address;
  }

  lamports(name: DemoName): Promise<bigint> {
    return this.lamportsOf(this.address(name));
  }

  async lamportsOf(wallet: Address): Promise<bigint> {
    return (await this.localnet.rpc.getBalance(wallet, { commitment: 'confirmed' }).send()).value;
  }

  async tokens(name: DemoName, mint: Address): Promise<bigint> {
    const wallet = this.address(name);
    const { value } = await this.localnet.rpc
      .getTokenAccountsByOwner(
        wallet,
        { mint },
        { encoding: 'jsonParsed', commitment: 'confirmed' },
      )
      .send();
    return value.reduce(
      (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
      0n,
    );
  }

  async close(): Promise<void> {
    await this.chain.close();
    await this.localnet.close();
  }
}

interface FileOptions {
  readonly query?: string;
  readonly context?: BrowserContextOptions;
  prepare?(page: Page): Promise<void>;
}

/** From a file, as after a download. */
export async function openExitFile(
  browser: Browser,
  { query = '', context: options, prepare }: FileOptions = {},
): Promise<Visitor> {
  const page = await openTab(browser, options);
  const problems = noteProblems(page);
  onTestFinished(() => page.context().close());
  await prepare?.(page);
  await page.goto(pathToFileURL(exitFile()).href + query);
  return { page, problems };
}

export const readExitFile = (): string => readFileSync(exitFile(), 'utf8');
