// Past the API, straight to the chain of a World: what other wallets and programs could do.
import { join } from 'node:path';
import { type Address, createDefaultRpcTransport, type Instruction } from '@solana/kit';
import {
  Currency,
  expectedTermsOf,
  findMarketAddress,
  getCreateMarketInstruction,
  getUpdateConfigInstruction,
  getVetoMarketInstruction,
  MarketSource,
  termsOf,
} from '@tote/program-client';
import type { Chain } from '../../../src/chain/chain.ts';
import { type Key, readKeyFile } from '../../../src/chain/key.ts';
import { openChain } from '../../../src/chain/open-chain.ts';
import type { World } from '../../support/world.ts';

export interface ChainAccess {
  readonly chain: Chain;
  readonly admin: Key;
  readonly relayer: Key;
  send(instructions: Instruction[], payer: Key, ...others: Key[]): Promise<unknown>;
  close(): Promise<void>;
}

export async function openChainAccess(world: World): Promise<ChainAccess> {
  const { body } = await world.get('/config');
  const chain = await openChain({
    transport: createDefaultRpcTransport({ url: world.demo.rpcUrl }),
    programAddress: body.program as Address,
    wallMs: () => Date.now(),
  });
  return {
    chain,
    admin: await readKeyFile(join(world.dir, 'keys', 'admin.json')),
    relayer: await readKeyFile(join(world.dir, 'keys', 'relayer.json')),
    send: (instructions, ...keys) => chain.send(instructions, keys),
    close: () => chain.close(),
  };
}

/** A market that its creator wrote alone, with a condition that nobody here can verify. */
export async function createStrangeMarket(
  { chain, send }: ChainAccess,
  creator: Key,
  { seconds, refundSeconds }: { seconds: number; refundSeconds: number },
): Promise<string> {
  const expiresAt = BigInt((await chain.clock.refresh()) + seconds);
  const seeds = { creator: creator.address, nonce: 77n, expiresAt };
  const { programAddress } = chain;
  const market = await findMarketAddress(seeds, { programAddress });
  const instruction = getCreateMarketInstruction(
    {
      ...seeds,
      payer: creator.signer,
      authority: creator.signer,
      terms: expectedTermsOf(await chain.accounts.getConfig(), Currency.Sol),
      market,
      config: chain.addresses.config,
      currency: Currency.Sol,
      isTriggered: false,
      decider: { source: MarketSource.Oracle },
      closesAt: expiresAt,
      refundAt: expiresAt + BigInt(refundSeconds),
      question: 'Is this sentence false?',
      condition: '{"type":"paradox"}',
    },
    { programAddress },
  );
  await send([instruction], creator);
  return `market_${market}`;
}

/** For markets that are created from here on. */
export async function setVetoSeconds(access: ChainAccess, vetoSeconds: number): Promise<void> {
  const { chain, admin, send } = access;
  const config = await chain.accounts.getConfig();
  const instruction = getUpdateConfigInstruction({
    admin: admin.signer,
    newAdmin: admin.signer,
    config: chain.addresses.config,
    terms: { ...termsOf(config), vetoSeconds },
    knownPrograms: [],
  });
  await send([instruction], admin);
}

export async function veto({ chain, admin, send }: ChainAccess, marketId: string): Promise<void> {
  const market = marketId.slice('market_'.length) as Address;
  const { config } = chain.addresses;
  await send([getVetoMarketInstruction({ guardian: admin.signer, config, market })], admin);
}
