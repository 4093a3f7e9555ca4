// From a wallet that never used the service to its bet, with one signature: on the embedded chain
// and on a cluster. What moves is checked to the base unit.
import type { Address } from '@solana/kit';
import { getMintToInstruction } from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import { ensureUtility } from '@tote/chain/deployment/utility-mint';
import { createKey, type Key } from '@tote/chain/key';
import { CURRENCIES, type Currency, currencyToCode, DECIMALS, parseAmount } from '@tote/domain';
import { findBettorAddress, findTokenAccount } from '@tote/program-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topUp } from '../../src/embedded/credit.ts';
import { startService } from '../../src/service.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { Api, type Credential, expectBalanced } from '../faults/support/api.ts';
import { createApiKey } from '../faults/support/funded-wallet.ts';
import { SeparateChain } from '../faults/support/separate-chain.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { MARKET, World } from '../support/world.ts';
import { openChainAccess } from './support/chain-access.ts';

interface Place {
  readonly api: Api;
  readonly chain: Chain;
  readonly admin: Key;
  readonly relayer: Address;
  close(): Promise<unknown>;
}

async function openEmbedded(): Promise<Place> {
  const world = await World.start();
  const access = await openChainAccess(world);
  const api = new Api(world.service.baseUrl);
  const close = () => access.close().then(() => world.close());
  return { ...access, api, relayer: access.relayer.address, close };
}

async function openCluster(): Promise<Place> {
  const separate = await SeparateChain.start();
  const service = await startService(readSettings(separate.env(), separate.dir));
  const { admin, relayer } = separate.keys;
  const close = () => service.close().then(() => separate.close());
  const { chain } = separate;
  return { api: new Api(service.baseUrl), chain, admin, relayer: relayer.address, close };
}

const FUNDS = { SOL: 5_000_000_000n, UTILITY: 3_000_000n };
const STAKE = '1.5';
const FEE = 10_000n;
const CONFIRMED = { commitment: 'confirmed' } as const;

const OPEN = { type: 'open' };
const deposit = (amount: string) => ({ type: 'deposit', currency: 'SOL', amount });
const allow = (SOL: string) => ({ type: 'delegate', allowance: { SOL } });

describe('a first bet', () => {
  describe.each([
    ['the embedded chain', openEmbedded],
    ['a cluster', openCluster],
  ])('on %s', (name, open) => {
    const isCluster = name === 'a cluster';
    let place: Place;
    const markets = {} as Record<Currency, string>;
    beforeAll(async () => {
      place = await open();
      for (const currency of CURRENCIES) markets[currency] = await createMarket(currency);
    });
    afterAll(() => place?.close());

    async function createMarket(currency: Currency): Promise<string> {
      const { api } = place;
      const { key, as } = await createWallet();
      await act(key, [OPEN]);
      const { now } = (await api.get('/config')).body;
      const expireAt = new Date(Date.parse(now) + 36_000_000).toISOString();
      const body = { ...MARKET, currency, expireAt };
      return (await api.call('POST', '/markets', { body, as })).body.id;
    }

    /** It has SOL, UTILITY and an API key, and never used the service. */
    async function createWallet(funds = FUNDS): Promise<{ key: Key; as: Credential }> {
      const { api, chain, admin } = place;
      const key = await createKey();
      const { address } = key;
      await topUp(chain, address, { atLeast: funds.SOL, by: funds.SOL });
      const utility = await chain.accounts.getUtility();
      await ensureUtility(chain, { admin, ...utility, owners: [address] });
      const token = await findTokenAccount(address, utility);
      const minted = { mint: utility.utilityMint, token, mintAuthority: admin.signer };
      await chain.send([getMintToInstruction({ ...minted, amount: funds.UTILITY })], [admin]);
      return { key, as: { apiKey: await createApiKey(api, key) } };
    }

    async function act(key: Key, actions: readonly object[]) {
      const { api } = place;
      const body = { wallet: key.address, actions };
      const { transaction } = (await api.call('POST', '/account/transactions', { body })).body;
      const signed = { transaction: await signTransaction(transaction, key) };
      expect((await api.call('POST', '/transactions', { body: signed })).status).toBe(200);
    }

    const prepare = (key: Key, marketId: string, fields: object = {}) =>
      place.api.call('POST', `/markets/${marketId}/bets/prepare`, {
        body: { wallet: key.address, outcome: 'Yes', amount: STAKE, ...fields },
      });

    async function submit(key: Key, marketId: string, transaction: string) {
      const body = { transaction: await signTransaction(transaction, key) };
      return place.api.call('POST', `/markets/${marketId}/bets`, { body });
    }

    async function readBooks({ address }: Key, marketId: string) {
      const { chain, relayer } = place;
      const { rpc, accounts, addresses } = chain;
      const token = await findTokenAccount(address, await accounts.getUtility());
      const bettor = await findBettorAddress(address, { programAddress: chain.programAddress });
      const lamportsOf = async (of: Address) => (await rpc.getBalance(of, CONFIRMED).send()).value;
      const tokensOf = async (of: Address) =>
        BigInt((await rpc.getTokenAccountBalance(of, CONFIRMED).send()).value.amount);
      const { sol, utility } = await accounts.getVaults();
      const account = await accounts.findBettor(address);
      const market = await accounts.findMarket(marketId.replace('market_', '') as Address);
      return {
        wallet: [await lamportsOf(address), await tokensOf(token)],
        vaults: [await lamportsOf(addresses.vaultSol), await tokensOf(addresses.vaultToken)],
        owed: [sol.owed, utility.owed],
        available: account?.available ?? [0n, 0n],
        allowance: account?.allowance ?? [0n, 0n],
        pool: market?.pools.reduce((sum, one) => sum + one, 0n) ?? 0n,
        rent: await lamportsOf(bettor),
        relayer: await lamportsOf(relayer),
      };
    }

    const cases = CURRENCIES.flatMap((currency) =>
      [undefined, '0.4', '2'].flatMap((held) =>
        (['relayer', 'wallet'] as const).map((feePayer) => ({ currency, held, feePayer })),
      ),
    );

    test.each(cases)('$currency with $held deposited, paid by the $feePayer', async (each) => {
      const { currency, held, feePayer } = each;
      const marketId = markets[currency];
      const index = currencyToCode(currency);
      const { key } = await createWallet();
      if (held) await act(key, [OPEN, { ...deposit(held), currency }]);
      const before = await readBooks(key, marketId);
      const fields = { feePayer, ...(feePayer === 'relayer' && { transactionVersion: 0 }) };
      const prepared = await prepare(key, marketId, fields);
      expect(prepared.status, prepared.text).toBe(200);
      expect(await readBooks(key, marketId)).toEqual(before);
      const placed = await submit(key, marketId, prepared.body.transaction);
      expect([placed.status, placed.body.amountStaked], placed.text).toEqual([201, 1.5]);

      const stake: bigint = parseAmount(STAKE, DECIMALS[currency]);
      const had = before.available[index] as bigint;
      const deposited = had < stake ? stake - had : 0n;
      const after = await readBooks(key, marketId);
      const gained = (list: 'wallet' | 'vaults' | 'owed' | 'available', at: number) =>
        (after[list][at] as bigint) - (before[list][at] as bigint);
      expect(after.pool - before.pool).toBe(stake);
      expect(gained('available', index)).toBe(deposited - stake);
      expect([gained('owed', index), gained('vaults', index)]).toEqual([deposited, deposited]);
      const other = 1 - index;
      expect([gained('owed', other), gained('vaults', other)]).toEqual([0n, 0n]);
      expect(gained('wallet', 1)).toBe(currency === 'UTILITY' ? -deposited : 0n);
      const isOpened = before.rent === 0n;
      const rent = after.rent - before.rent;
      expect(rent > 0n).toBe(isOpened);
      const isOurs = feePayer === 'relayer';
      const byWallet = (isOurs ? 0n : FEE) + (isOurs && !isCluster ? 0n : rent);
      expect(gained('wallet', 0)).toBe(-byWallet - (currency === 'SOL' ? deposited : 0n));
      expect(before.relayer - after.relayer).toBe(FEE + rent - byWallet);
      await expectBalanced(place.api);
    });

    test.each(CURRENCIES)('with an allowance in %s the next bet is one call', async (currency) => {
      const marketId = markets[currency];
      const { key, as } = await createWallet();
      const allowance = { [currency]: '0.5' };
      const all = { allowance, feePayer: 'wallet', transactionVersion: 0 };
      const prepared = await prepare(key, marketId, all);
      expect(prepared.body.summary.at(-1)).toMatch(/^Lets \w+ bet up to .*0\.5 /);
      expect((await submit(key, marketId, prepared.body.transaction)).status).toBe(201);
      const { delegate } = (await place.api.get('/account', as)).body;
      expect(delegate.allowance).toEqual({ SOL: 0, UTILITY: 0, [currency]: 0.5 });
      await act(key, [{ ...deposit('0.6'), currency }]);
      expect((await place.api.bet(as, { marketId, amount: 0.5 })).status).toBe(201);
      const more = await place.api.bet(as, { marketId, amount: 0.1 });
      expect(more.code).toBe('allowance_insufficient');
    });

    const LACKING: [code: string, actions: object[]][] = [
      ['bettor_missing', []],
      ['delegate_missing', [OPEN, deposit('2')]],
      ['allowance_insufficient', [OPEN, deposit('2'), allow('1.4')]],
      ['funds_insufficient', [OPEN, deposit('1.4'), allow('2')]],
    ];

    test.each(LACKING)('402 %s names the one call that helps', async (code, actions) => {
      const { key, as } = await createWallet();
      if (actions.length > 0) await act(key, actions);
      const bet = { outcome: 'No', amount: STAKE };
      const path = `/markets/${markets.SOL}/bets`;
      const refused = await place.api.call('POST', path, { body: bet, as });
      expect([refused.status, refused.code]).toEqual([402, code]);
      const [, named = ''] = /POST \/v1(\/[\w/]+)/.exec(refused.body.error) ?? [];
      const allowance = { SOL: 1.5 };
      const helped = await place.api.call('POST', named, { body: { ...bet, allowance }, as });
      expect(helped.status, helped.text).toBe(200);
      const placed = await submit(key, markets.SOL, helped.body.transaction);
      expect([placed.status, placed.body.amountStaked], placed.text).toEqual([201, 1.5]);
      await act(key, [deposit('1.5')]);
      expect((await place.api.call('POST', path, { body: bet, as })).status).toBe(201);
    });

    test('what is refused changes nothing', async () => {
      const marketId = markets.SOL;
      const { key } = await createWallet({ SOL: 2_000_000_000n, UTILITY: 0n });
      const before = await readBooks(key, marketId);
      const past = '2020-01-01T00:00:00Z';
      const refusals: [object, number, string][] = [
        [{ amount: '2.000000001' }, 402, 'wallet_funds_insufficient'],
        [{ amount: '0.00009' }, 400, 'stake_below_minimum'],
        [{ allowance: {} }, 400, 'field_invalid'],
        [{ allowance: { SOL: 0 } }, 400, 'field_invalid'],
        [{ allowance: { SOL: -1 } }, 400, 'amount_malformed'],
        [{ allowance: { SOL: 1, expiresAt: past } }, 400, 'field_invalid'],
        [{ allowance: { SOL: 1, EUR: 1 } }, 400, 'field_unknown'],
        [{ allowance: 1 }, 400, 'field_invalid'],
      ];
      for (const [fields, status, code] of refusals) {
        const answer = await prepare(key, marketId, fields);
        expect([answer.status, answer.code], JSON.stringify(fields)).toEqual([status, code]);
      }
      expect(await readBooks(key, marketId)).toEqual(before);
      // Two that were prepared for a wallet without an account: only one can open it.
      const both = [await prepare(key, marketId), await prepare(key, marketId)];
      const [first, second] = both.map(({ body }) => body.transaction);
      expect((await submit(key, marketId, first)).status).toBe(201);
      const opened = await readBooks(key, marketId);
      const late = await submit(key, marketId, second);
      expect([late.status, late.code]).toEqual([409, 'bettor_exists']);
      // The chain takes the fee of what fails, too.
      const { relayer } = await readBooks(key, marketId);
      expect(await readBooks(key, marketId)).toEqual({ ...opened, relayer });
    });
  });
});
