import { type Address, getBase16Decoder, type Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { createKey, type Key } from '@tote/chain/key';
import { readFact } from '@tote/conditions/evaluation/read-fact';
import type { AccountSnapshot } from '@tote/conditions/oracles/account-snapshot';
import { PYTH_OFFSETS } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { PYTH_RECEIVERS } from '@tote/conditions/oracles/programs';
import { findUpdate, type PostableUpdate } from '@tote/conditions/oracles/pyth/find-update';
import type { Hermes } from '@tote/conditions/oracles/pyth/hermes';
import {
  getPostUpdateInstruction,
  getReclaimRentInstruction,
  postUpdateUnits,
  RECLAIM_UNITS,
} from '@tote/conditions/oracles/pyth/receiver-instructions';
import { unixSeconds } from '@tote/domain';
import {
  type Clause,
  decodeClauses,
  getResolveMarketInstruction,
  type Market,
  MarketSource,
} from '@tote/program-client';
import { RefusedError, UnreachableError } from '../failures.ts';

/** More than enough, even for hashing the largest account. */
const RESOLVE_UNITS = 100_000;

export interface Steps {
  readonly instructions: readonly Instruction[];
  readonly keys: readonly Key[];
  readonly units: number;
  readonly by: string;
}

interface Resolving {
  readonly chain: Pick<Chain, 'rpc' | 'programAddress'>;
  readonly hermes: Pick<Hermes, 'fetchAt'>;
  readonly payer: Address;
}

export async function findSteps(
  resolving: Resolving,
  market: Market & { readonly address: Address },
): Promise<Steps> {
  const { source, subject } = market;
  if (source === MarketSource.StateFact) return showAccount(resolving, market, subject);
  const { factOwner: receiver, expiresAt } = market;
  const clauses = decodeClauses(market.clauses.slice(0, market.clausesLen), market.clauseCount);
  const feedId = findFeedId(clauses);
  if (!feedId || !PYTH_RECEIVERS.includes(receiver)) {
    throw new RefusedError('No Pyth price decides the market, so this command cannot resolve it.');
  }
  const accepts = ({ owner, data }: AccountSnapshot) =>
    owner === receiver && readFact(clauses, data, expiresAt) !== 'Invalid';
  const { chain, hermes, payer } = resolving;
  const fetchUpdates = () => hermes.fetchAt(unixSeconds(expiresAt), [feedId]);
  const finding = { chain, writeAuthority: payer, fetchUpdates };
  const found = await findUpdate(finding, { feedId, receiver, accepts });
  switch (found.kind) {
    case 'account':
      return showAccount(resolving, market, found.address);
    case 'postable':
      return postAndShow(resolving, market, found);
    case 'none':
      throw new RefusedError('Hermes has no price for that moment yet.');
    case 'undecided':
      throw new RefusedError(
        'The price at that moment cannot decide the market, so its stakes will be refunded.',
      );
    case 'no-receiver':
      throw new RefusedError(`The receiver ${receiver} is not on this chain.`);
    case 'source-away':
      throw new UnreachableError('Hermes does not answer. Name endpoints with TOTE_HERMES_URLS.');
  }
}

function findFeedId(clauses: readonly Clause[]): string | undefined {
  const found = clauses.find(({ offset }) => offset === PYTH_OFFSETS.feedId);
  return found?.type === 'bytes32' ? getBase16Decoder().decode(found.value) : undefined;
}

function showAccount(
  { chain: { programAddress } }: Resolving,
  { address: market }: { readonly address: Address },
  observedAccount: Address,
): Steps {
  const resolve = getResolveMarketInstruction({ market, observedAccount }, { programAddress });
  const by = `the account ${observedAccount}`;
  return { instructions: [resolve], keys: [], units: RESOLVE_UNITS, by };
}

/** The price account exists only within the transaction, so it leaves nothing behind. */
async function postAndShow(
  { chain: { programAddress }, payer }: Resolving,
  { address: market, factOwner: receiver }: Pick<Market, 'factOwner'> & { address: Address },
  { wormhole, update }: Pick<PostableUpdate, 'wormhole' | 'update'>,
): Promise<Steps> {
  const key = await createKey();
  const account = key.address;
  const post = { receiver, wormhole, payer, account, update };
  const { publishedAt } = update.price;
  return {
    instructions: [
      await getPostUpdateInstruction(post),
      getResolveMarketInstruction({ market, observedAccount: account }, { programAddress }),
      getReclaimRentInstruction(receiver, { payer, account }),
    ],
    keys: [key],
    units: postUpdateUnits(update) + RESOLVE_UNITS + RECLAIM_UNITS,
    by: `the price that Pyth published at ${new Date(Number(publishedAt) * 1_000).toISOString()}`,
  };
}
