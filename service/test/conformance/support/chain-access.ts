// Direct access to the chain of a World, bypassing the API, as other wallets and programs have it.
import type { Address, Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import {
  type CreateMarketInput,
  Currency,
  expectedTermsOf,
  findBettorAddress,
  findMarketAddress,
  getCreateMarketInstruction,
  getPlaceBetsInstruction,
  getVetoMarketInstruction,
  MarketSource,
  Outcome,
} from '@tote/program-client';
import { afterAll, beforeAll } from 'vitest';
import { Admin } from '../../support/admin.ts';
import { createUpdate } from '../../support/change-config.ts';
import type { World } from '../../support/world.ts';

export interface ChainAccess {
  readonly chain: Chain;
  readonly admin: Key;
  readonly relayer: Key;
  send(instructions: Instruction[], payer: Key, ...others: Key[]): Promise<unknown>;
  close(): Promise<void>;
}

export async function openChainAccess(world: World): Promise<ChainAccess> {
  const { chain, keys } = await Admin.of(world);
  return {
    ...{ chain, admin: keys.admin, relayer: keys.relayer },
    send: (instructions, ...signers) => chain.send(instructions, signers),
    close: () => chain.close(),
  };
}

/** Opened before the tests of a file, and closed after them. */
export function useChainAccess(world: World): ChainAccess {
  const access = {} as ChainAccess;
  beforeAll(async () => {
    Object.assign(access, await openChainAccess(world));
  });
  afterAll(() => access.close());
  return access;
}

/** Both are as new afterwards. */
export async function restartWith(
  world: World,
  access: ChainAccess,
  env?: Record<string, string>,
): Promise<void> {
  await access.close();
  Object.assign(world, await world.restart(env));
  Object.assign(access, await openChainAccess(world));
}

/** Fields that the creator of a market sets; the rest is as in markets of the service. */
export interface ForeignMarket
  extends Partial<Omit<CreateMarketInput, 'nonce' | 'closesAt' | 'refundAt'>> {
  readonly question: string | Uint8Array;
  readonly condition: string | Uint8Array;
  /** Until the expiry. */
  readonly seconds: number;
  readonly closesBefore?: number;
  readonly refundSeconds?: number;
}

let nonce = 77n;

/** Signed by its creator alone. */
export async function writeMarket(
  { chain }: Pick<ChainAccess, 'chain'>,
  creator: Key,
  { seconds, closesBefore = 0, refundSeconds = 86_400, ...input }: ForeignMarket,
): Promise<{ market: Address; instruction: Instruction }> {
  const expiresAt = BigInt(chain.clock.now() + seconds);
  nonce += 1n;
  const seeds = { creator: creator.address, nonce, expiresAt };
  const { programAddress } = chain;
  const market = await findMarketAddress(seeds, { programAddress });
  const currency = input.currency ?? Currency.Sol;
  const instruction = getCreateMarketInstruction(
    {
      decider: { source: MarketSource.Oracle },
      ...input,
      ...seeds,
      payer: creator.signer,
      authority: creator.signer,
      terms: expectedTermsOf(await chain.accounts.getConfig(), currency),
      market,
      config: chain.addresses.config,
      currency,
      closesAt: expiresAt - BigInt(closesBefore),
      refundAt: expiresAt + BigInt(refundSeconds),
    },
    { programAddress },
  );
  return { market, instruction };
}

export async function createMarketOnChain(
  access: ChainAccess,
  creator: Key,
  input: ForeignMarket,
): Promise<string> {
  await access.chain.clock.refresh();
  const { market, instruction } = await writeMarket(access, creator, input);
  await access.send([instruction], creator);
  return `market_${market}`;
}

/** A market created without the service, with a condition that the service cannot verify. */
export function createForeignMarket(
  access: ChainAccess,
  creator: Key,
  times: { seconds: number; refundSeconds: number },
): Promise<string> {
  const texts = { question: 'Is this sentence false?', condition: '{"type":"paradox"}' };
  return createMarketOnChain(access, creator, { ...texts, ...times });
}

/** The wallet bets without the service. Pass the observed account where the program needs it. */
export async function betOnChain(
  { chain, send }: ChainAccess,
  wallet: Key,
  marketId: string,
  bet: { outcome: 'Yes' | 'No'; amount: bigint; factAccount?: Address },
): Promise<void> {
  const { programAddress } = chain;
  const { factAccount, amount } = bet;
  const instruction = getPlaceBetsInstruction(
    {
      authority: wallet.signer,
      market: marketId.slice('market_'.length) as Address,
      config: chain.addresses.config,
      currency: Currency.Sol,
      isStrict: true,
      bets: [
        {
          bettor: await findBettorAddress(wallet.address, { programAddress }),
          outcome: bet.outcome === 'Yes' ? Outcome.Yes : Outcome.No,
          amount,
        },
      ],
      ...(factAccount && { factAccount }),
    },
    { programAddress },
  );
  await send([instruction], wallet);
}

/** For markets that are created later. */
export async function setVetoSeconds(access: ChainAccess, vetoSeconds: number): Promise<void> {
  await access.send([await createUpdate(access, { vetoSeconds })], access.admin);
}

export async function veto({ chain, admin, send }: ChainAccess, marketId: string): Promise<void> {
  const market = marketId.slice('market_'.length) as Address;
  const { config } = chain.addresses;
  await send([getVetoMarketInstruction({ authority: admin.signer, config, market })], admin);
}
