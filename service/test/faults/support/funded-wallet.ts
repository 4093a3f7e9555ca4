// Wallets with money to stake, opened on the chain by the admin and the relayer of a test.
import { randomUUID } from 'node:crypto';
import { createKey, type Key } from '@tote/chain/key';
import { amount, CURRENCIES, type Scope } from '@tote/domain';
import { findBettorAddress, getSetDelegateInstruction } from '@tote/program-client';
import { type Credit, creditBettor, openBettor } from '../../../src/embedded/credit.ts';
import { signRequest } from '../../support/new-wallet.ts';
import type { Api, Credential } from './api.ts';

export interface FundedWallet extends Credential {
  readonly key: Key;
}

/** In base units. */
interface Funds {
  readonly SOL?: bigint;
  readonly UTILITY?: bigint;
  /** The error of the service's clock. */
  readonly skewMs?: number;
}

const DELEGATE_SECONDS = 30n * 86_400n;
/** More than a wallet of a test stakes, in base units. */
const ALLOWANCE = 10n ** 15n;

/** With a Bettor, this money in it, us as its delegate, and an API key of this service. */
export async function openFundedWallet(
  credit: Credit,
  api: Api,
  { skewMs = 0, ...funds }: Funds,
): Promise<FundedWallet> {
  const { chain, keys } = credit;
  const key = await createKey();
  const { programAddress } = chain;
  const bettor = await findBettorAddress(key.address, { programAddress });
  const delegation = {
    delegate: keys.relayer.address,
    expiresAt: BigInt(chain.clock.now()) + DELEGATE_SECONDS,
    allowanceSol: ALLOWANCE,
    allowanceUtility: ALLOWANCE,
  };
  const instructions = [await openBettor(credit, { wallet: key.address, bettor })];
  for (const currency of CURRENCIES) {
    const wanted = { bettor, currency, amount: amount(funds[currency] ?? 0n) };
    if (wanted.amount > 0n) instructions.push(...(await creditBettor(credit, wanted)));
  }
  const { config } = chain.addresses;
  const set = { wallet: key.signer, bettor, config, delegation };
  instructions.push(getSetDelegateInstruction(set, { programAddress }));
  await chain.send(instructions, [keys.relayer, keys.admin, key]);
  return { key, apiKey: await createApiKey(api, key, { skewMs }) };
}

const SCOPES: readonly Scope[] = ['read', 'bet', 'create', 'manage'];

/** The wallet signs the time of the service's clock. */
export async function createApiKey(
  api: Api,
  key: Key,
  { skewMs = 0, scopes = SCOPES }: { skewMs?: number; scopes?: readonly Scope[] } = {},
): Promise<string> {
  const { body: config } = await api.get('/config');
  const body = { name: `test ${randomUUID()}`, scopes };
  const rawBody = Buffer.from(JSON.stringify(body));
  const request = { method: 'POST', url: '/v1/api-keys', rawBody };
  const headers = signRequest(config, key, request, new Date(Date.now() + skewMs));
  const answer = await api.call('POST', '/api-keys', { body, headers });
  if (answer.status >= 300) throw new Error(`no API key: ${answer.text}`);
  return answer.body.key;
}
