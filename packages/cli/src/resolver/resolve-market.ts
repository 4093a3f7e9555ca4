// Resolves a market by its fact, with the caller's key. Loaded on demand.
import { type Address, createDefaultRpcTransport, isAddress } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { UsageError } from '@tote/chain/lib/usage-error';
import { openChain } from '@tote/chain/open-chain';
import { joinTransaction } from '@tote/chain/split-transaction';
import { compileTransaction } from '@tote/chain/write-transaction';
import { HERMES_URLS, Hermes } from '@tote/conditions/oracles/pyth/hermes';
import {
  findEvents,
  type Market,
  MarketSource,
  MarketState,
  Outcome,
  readMarketFlags,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import type { Signer } from '@tote/sdk';
import { RefusedError, UnreachableError } from '../failures.ts';
import { findSteps, type Steps } from './find-steps.ts';

interface ResolveInput {
  readonly market: string;
  readonly rpc: string;
  readonly program?: string;
  readonly hermesUrls?: string;
  readonly hermesKey?: string;
  readonly payer: string;
  unlock(by: string): Promise<Signer>;
}

interface Resolved {
  readonly marketId: string;
  readonly outcome: 'Yes' | 'No';
  readonly by: string;
  readonly transactionId: string;
}

export async function resolveMarket(input: ResolveInput): Promise<Resolved> {
  const programAddress = input.program ?? TOTE_PROGRAM_ADDRESS;
  const address = input.market.replace(/^market_/, '');
  if (!isAddress(address)) throw new UsageError(`${input.market} is not the id of a market.`);
  if (!isAddress(programAddress)) throw new UsageError(`${programAddress} is not an address.`);
  const transport = createDefaultRpcTransport({ url: input.rpc });
  try {
    const chain = await openChain({ transport, programAddress, wallMs: () => Date.now() });
    try {
      return await resolveOn(chain, address, input);
    } finally {
      await chain.close();
    }
  } catch (error) {
    if (!isChainUnavailable(error)) throw error;
    const { origin } = new URL(input.rpc);
    throw new UnreachableError(`No node responds at ${origin}; name one with --rpc.`);
  }
}

async function resolveOn(chain: Chain, address: Address, input: ResolveInput): Promise<Resolved> {
  const market = await chain.accounts.findMarket(address);
  if (!market) throw new RefusedError('There is no such market on this chain, or it was closed.');
  requireResolvable(market, chain.clock.now());
  const { hermesKey: apiKey } = input;
  const hermes = new Hermes({ urls: readUrls(input), ...(apiKey && { apiKey }) });
  const payer = input.payer as Address;
  const steps = await findSteps({ chain, hermes, payer }, { ...market, address });
  const { by } = steps;
  const landed = await land(chain, steps, payer, await input.unlock(by));
  const resolved = findEvents(landed.logs, chain.programAddress).find(
    (event) => event.name === 'MarketResolved' && event.market === address,
  );
  if (resolved?.name !== 'MarketResolved') throw new Error('The market was not resolved.');
  const outcome = resolved.outcome === Outcome.Yes ? 'Yes' : 'No';
  return { marketId: `market_${address}`, outcome, by, transactionId: landed.signature };
}

function readUrls({ hermesUrls }: ResolveInput): readonly string[] {
  if (!hermesUrls) return HERMES_URLS;
  const urls = hermesUrls.split(',').map((url) => url.trim());
  if (urls.every((url) => /^https?:/.test(url) && URL.canParse(url))) return urls;
  throw new UsageError('TOTE_HERMES_URLS: not addresses that begin with http:// or https://');
}

function requireResolvable({ state, source, flags, expiresAt }: Market, now: number): void {
  if (state !== MarketState.Open) throw new RefusedError('The market has already ended.');
  if (source === MarketSource.Oracle) {
    throw new RefusedError('An oracle decides this market: nobody else can resolve it.');
  }
  if (now >= expiresAt || readMarketFlags(flags).triggered) return;
  const at = new Date(Number(expiresAt) * 1_000).toISOString();
  throw new RefusedError(`The market expires at ${at}. Then anybody can resolve it.`);
}

async function land(chain: Chain, steps: Steps, payer: Address, signer: Signer) {
  const lifetime = await chain.blockhashes.latest();
  const { message, signers } = compileTransaction(steps.instructions, payer, lifetime, {
    computeUnitLimit: steps.units,
  });
  const signatures = await Promise.all(
    signers.map((address) => {
      const key = steps.keys.find((each) => each.address === address);
      return key ? key.sign(message) : signer.signMessage(message);
    }),
  );
  const landing = await chain.lander.land({
    signature: encodeBase58(signatures[0] as Uint8Array),
    wire: new Uint8Array(joinTransaction({ message, signatures })),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  });
  if (landing.kind === 'expired')
    throw new UnreachableError('The transaction was not confirmed in time.');
  const failure = landing.kind === 'refused' ? landing.failure : landing.landed.error;
  if (failure) throw new RefusedError(`The chain rejected the transaction: ${failure.text}.`);
  return (landing as Extract<typeof landing, { kind: 'landed' }>).landed;
}
