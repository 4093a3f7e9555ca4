// Bets are sent while the account that decides their market changes. Those that the chain executed
// before the change count, later ones are refused, and the market is Yes within a few slots.
import { type Address, address, type Signature } from '@solana/kit';
import { getBurnInstruction } from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import type { LandedTransaction } from '@tote/chain/landed';
import { amount, decideSettlement, formatDecimal, type Pools, payout } from '@tote/domain';
import { findEvents } from '@tote/program-client';
import { beforeAll, expect, test } from 'vitest';
import { count } from '../../../../tools/test-setup/stage.ts';
import { useChainAccess } from '../../conformance/support/chain-access.ts';
import { Api, type Credential, expectBalanced } from '../../faults/support/api.ts';
import { createMint } from '../../support/create-mint.ts';
import { openNewWallet } from '../../support/new-wallet.ts';
import { useWorld } from '../../support/use-world.ts';
import { replay } from './replay.ts';

const ROUNDS = count(3, 200);
const WALLETS = 6;
const AT_ONCE = 2;
/** A few base units more, so that payouts are not round. */
const STAKE = 10_000_000n;
const BEFORE = 10;
/** Two on an idle machine; more, because tests share it. */
const SLOTS_MAX = 25n;
/** Nobody can mint it, only burn their own, so the market is not custom and delegates may bet. */
const SUPPLY = 1_000_000_000n;
const FEES = { burnBps: 500, developerBps: 500 };
const MEANS_LATE = ['condition_already_met', 'market_resolved'];

interface Bettor extends Credential {
  readonly wallet: Address;
}

interface Placed {
  readonly bettor: Bettor;
  readonly outcome: 'Yes' | 'No';
  readonly stake: bigint;
  readonly transactionId: string;
}

const world = useWorld({ TOTE_SLOT_MS: '400' });
const access = useChainAccess(world);
let api: Api;
let mint: Address;
let tokens: Address;
let bettors: Bettor[];
beforeAll(async () => {
  api = new Api(world.service.baseUrl);
  const { relayer: owner } = access;
  ({ mint, tokens } = await createMint(access.chain, { owner, supply: SUPPLY, decimals: 6 }));
  bettors = await Promise.all(
    Array.from({ length: WALLETS }, async () => {
      const { key, apiKey } = await openNewWallet(api.baseUrl, { SOL: '1000' });
      return { apiKey, wallet: key.address };
    }),
  );
});

const balanceOf = async ({ wallet }: Bettor) =>
  (await access.chain.accounts.findBettor(wallet))?.available[0] ?? -1n;

let burned = 0n;

/** Yes as soon as one base unit of the token is burned. */
async function createMarket(): Promise<{ id: string; account: Address }> {
  const threshold = formatDecimal(SUPPLY - burned - 1n, 6);
  const id = await world.createMarket({
    question: `Will the supply of it be at most ${threshold} before this market ends?`,
    tokenAddress: mint,
    condition: {
      ...{ type: 'token_supply', comparator: 'lte', timing: 'any_time_before' },
      threshold,
    },
  });
  return { id, account: address(id.replace('market_', '')) };
}

/** By a normal transaction, so that the chain orders it among the bets. */
async function burnOne(): Promise<{ signature: string; slot: bigint }> {
  const { chain, relayer } = access;
  const input = { mint, account: tokens, authority: relayer.signer, amount: 1n };
  // Two equal transactions would have one signature: the limit makes each different.
  burned += 1n;
  const options = { computeUnitLimit: 50_000 + Number(burned) };
  return chain.send([getBurnInstruction(input)], [relayer], options);
}

async function betUntilLate(bettor: Bettor, marketId: string, placed: Placed[]): Promise<void> {
  for (let bet = 0; ; bet += 1) {
    const outcome = bet % 3 === 0 ? 'No' : 'Yes';
    const stake = STAKE + BigInt(placed.length);
    const answer = await api.bet(bettor, { marketId, outcome, amount: decimal(stake) });
    if (answer.status !== 201) {
      expect(answer.status).toBe(409);
      expect(MEANS_LATE).toContain(answer.code);
      return;
    }
    placed.push({ bettor, outcome, stake, transactionId: answer.body.transactionId });
  }
}

function poolsOf(placed: readonly Placed[]): Pools {
  const sum = (outcome: string) =>
    placed.reduce((total, each) => total + (each.outcome === outcome ? each.stake : 0n), 0n);
  return { yes: amount(sum('Yes')), no: amount(sum('No')) };
}

function expectedBalances(before: readonly bigint[], placed: readonly Placed[]): bigint[] {
  const settlement = decideSettlement(poolsOf(placed), { kind: 'outcome', outcome: 'Yes' }, FEES);
  return bettors.map((bettor, index) => {
    const own = poolsOf(placed.filter((each) => each.bettor === bettor));
    const paid = payout(settlement, { stakeYes: own.yes, stakeNo: own.no });
    return (before[index] as bigint) - own.yes - own.no + paid;
  });
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'the trigger race: round %i',
  async () => {
    const { id, account } = await createMarket();
    const before = await Promise.all(bettors.map(balanceOf));
    const placed: Placed[] = [];
    const clients = bettors.flatMap((bettor) =>
      Array.from({ length: AT_ONCE }, () => betUntilLate(bettor, id, placed)),
    );
    await expect.poll(() => placed.length, { interval: 1 }).toBeGreaterThan(BEFORE);
    const change = await burnOne();
    await Promise.all(clients);

    // The chain's own order.
    const order = (await listSignatures(access.chain, mint)).map(({ signature }) => signature);
    const changedAt = order.indexOf(change.signature as never);
    expect(changedAt).toBeGreaterThanOrEqual(0);
    for (const { transactionId } of placed) {
      expect(order.indexOf(transactionId as never)).toBeGreaterThan(changedAt);
    }

    await expect
      .poll(async () => (await api.get(`/markets/${id}`)).body)
      .toMatchObject({ status: 'resolved', winningOutcome: 'Yes', settled: true });
    const resolving = await findResolving(access.chain, account);
    const lag = resolving.slot - change.slot;
    expect(lag).toBeGreaterThanOrEqual(0n);
    expect(lag).toBeLessThan(SLOTS_MAX);

    // Everything that was answered with 201 counts, and nothing else does.
    const { yes, no } = poolsOf(placed);
    const history = (await api.get(`/markets/${id}`)).text;
    expect(history).toContain(`"totalVolume":${decimal(yes + no)},`);
    await expect
      .poll(() => Promise.all(bettors.map(balanceOf)))
      .toEqual(expectedBalances(before, placed));
    expect(await replay(world, id)).toBe('Yes');
    await expectBalanced(api);
  },
);

// Without a veto time an outcome does not land in a slot with a bet. It must land in the first slot
// without bets, and after the attestation no bet is signed.
test('the market ends although somebody bets in every slot', async () => {
  const id = await world.createMarket();
  const placed: string[] = [];
  let isAttested = false;
  let late = 0;
  const betUntilAttested = async (bettor: Credential) => {
    for (;;) {
      const wasAttested = isAttested;
      const answer = await api.bet(bettor, { marketId: id, outcome: 'Yes', amount: '0.01' });
      if (answer.status !== 201) {
        expect(MEANS_LATE).toContain(answer.code);
        return;
      }
      placed.push(answer.body.transactionId);
      if (wasAttested) late += 1;
    }
  };
  const clients = bettors.map(betUntilAttested);
  await expect.poll(() => placed.length).toBeGreaterThan(BEFORE);
  const evidence = { outcome: 'Yes', evidence: 'It rained.' };
  const attested = await world.post(`/markets/${id}/attestations`, evidence, { as: 'oracle' });
  isAttested = true;
  await Promise.all(clients);
  expect(attested.body).toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
  // Bets after the reply to the attestation were refused.
  expect(late).toBe(0);
  const account = id.replace('market_', '') as Address;
  const { slot } = await findResolving(access.chain, account);
  const landed = await Promise.all(placed.map((one) => access.chain.fetchLanded(one)));
  const last = Math.max(...landed.map((one) => Number(one?.slot)));
  expect(Number(slot)).toBeGreaterThan(last);
  expect(Number(slot) - last).toBeLessThan(Number(SLOTS_MAX));
  await expectBalanced(api);
});

function decimal(lamports: bigint): string {
  const digits = String(lamports).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
}

/** The transaction that resolved the market; its slot shows how fast that was. */
async function findResolving(chain: Chain, market: Address): Promise<LandedTransaction> {
  for (const { signature } of await listSignatures(chain, market)) {
    const landed = await chain.fetchLanded(signature);
    const events = findEvents(landed?.logs ?? [], chain.programAddress);
    if (landed && events.some(({ name }) => name === 'MarketResolved')) return landed;
  }
  throw new Error(`nobody has resolved ${market}`);
}

/** Newest first: the order in which the chain executed them. */
function listSignatures(
  { rpc }: Pick<Chain, 'rpc'>,
  address: Address,
): Promise<readonly { signature: Signature; slot: bigint }[]> {
  return rpc.getSignaturesForAddress(address, { commitment: 'confirmed', limit: 1_000 }).send();
}
