// The markets of the story: one of each type that needs no program of others.
import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { createKey, type Key } from '@tote/chain/key';
import { renderCondition } from '@tote/conditions/read-condition';
import {
  Currency,
  expectedTermsOf,
  findMarketAddress,
  getCreateMarketInstruction,
  MarketSource,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { expect } from 'vitest';
import type { Api, Credential } from '../../faults/support/api.ts';
import { signTransaction } from '../../support/new-wallet.ts';
import type { Cluster } from './cluster.ts';
import { submitSigned, versionOf } from './own-wallet.ts';

/** Where the supply of a mint is, a u64. */
const SUPPLY_OFFSET = 36;

type Asked = Readonly<Record<string, unknown>>;

/** What the API is asked for; the mint has a supply of 1,000, of which one token is burned. */
export function askedMarkets(mint: Address): Readonly<Record<string, Asked>> {
  const supply = { type: 'token_supply', comparator: 'gte', threshold: 1 };
  const shrunk = { type: 'token_supply', comparator: 'lte', threshold: '999' };
  const account = { type: 'account_fact', account: mint, owner: TOKEN_PROGRAM_ADDRESS };
  const held = { offset: SUPPLY_OFFSET, dataType: 'u64', comparator: 'gte', value: '1' };
  return {
    crowded: { question: 'Will it snow in Porto?' },
    attested: { question: 'Will it rain in Lisbon?' },
    verdict: {
      question: 'Is the sky over Faro blue when this market ends?',
      attestation: { silence: 'refund' },
    },
    lonely: { question: 'Will it hail in Braga?' },
    supply: {
      question: 'Will its supply be at least 1 at expiry?',
      tokenAddress: mint,
      condition: supply,
    },
    burned: {
      question: 'Will the supply of it be at most 999 before this market ends?',
      tokenAddress: mint,
      condition: { ...shrunk, timing: 'any_time_before' },
    },
    kept: {
      question: 'Will its supply never be 500 or less before this market ends?',
      tokenAddress: mint,
      condition: {
        ...{ type: 'token_supply', comparator: 'lte', threshold: '500' },
        timing: 'never_before',
      },
    },
    holders: {
      question: 'Will it have at least 1 holder at expiry?',
      tokenAddress: mint,
      condition: { type: 'holder_count', comparator: 'gte', threshold: '1' },
      currency: 'UTILITY',
    },
    account: {
      question: 'Does the account of the mint say that there is some?',
      condition: { ...account, ...held },
    },
  };
}

export interface Creation {
  readonly as: Credential;
  readonly expireAt: string;
}

export async function createMarket(
  api: Api,
  asked: Asked,
  { as, expireAt }: Creation,
): Promise<string> {
  const body = { outcomes: ['Yes', 'No'], currency: 'SOL', ...asked, expireAt };
  const answer = await api.call('POST', '/markets', { body, as });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

/**
 * One transaction opens the account of a wallet, deposits, creates the market and bets. The wallet
 * signs and pays. With the longest question it does not fit version 0.
 */
export async function createOwnMarket(
  api: Api,
  key: Key,
  { expireAt, stake }: { expireAt: string; stake: string },
): Promise<string> {
  const body = {
    wallet: key.address,
    question: `Will it snow in A${'ü'.repeat(241)}?`,
    outcomes: ['Yes', 'No'],
    currency: 'UTILITY',
    expireAt,
    initialStake: { outcome: 'Yes', amount: stake },
  };
  const prepared = await api.call('POST', '/markets/prepare', { body });
  expect([prepared.status, prepared.text]).toEqual([200, expect.any(String)]);
  const transaction = await signTransaction(prepared.body.transaction, key);
  expect(versionOf(transaction)).toBe(1);
  expect(await submitSigned(api, transaction)).toBe('confirmed');
  return prepared.body.marketId;
}

const VERDICT = { silence: 'refund', answerSeconds: 3_600 } as const;

/**
 * Without the service, which would wait an hour: its oracle is somebody who never says anything,
 * and it is refunded some seconds after the expiry.
 */
export async function createSilentMarket(
  { chain, keys }: Cluster,
  { expiresAt, refundSeconds }: { expiresAt: bigint; refundSeconds: bigint },
): Promise<string> {
  const { relayer } = keys;
  const { programAddress } = chain;
  const nonce = randomBytes(6).readUIntBE(0, 6);
  const seeds = { creator: relayer.address, nonce: BigInt(nonce), expiresAt };
  const market = await findMarketAddress(seeds, { programAddress });
  const instruction = getCreateMarketInstruction(
    {
      ...seeds,
      ...{ payer: relayer.signer, authority: relayer.signer, market },
      terms: expectedTermsOf(await chain.accounts.getConfig(), Currency.Sol),
      config: chain.addresses.config,
      currency: Currency.Sol,
      isTriggered: false,
      decider: { source: MarketSource.NamedOracle, oracle: (await createKey()).address },
      closesAt: expiresAt,
      refundAt: expiresAt + refundSeconds,
      question: 'Does anybody answer?',
      condition: renderCondition({ type: 'attested', tokenAddress: null, ...VERDICT }),
    },
    { programAddress },
  );
  await chain.send([instruction], [relayer]);
  return marketIdOf(market);
}
