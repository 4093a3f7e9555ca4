// Derives missing events. Logs of other instructions can truncate ours. What an instruction did
// follows from its data, from the state before it, and from the accounts.
import type { Address } from '@solana/kit';
import { expectedEvent, marketOf } from '@tote/chain/history/market-of';
import type {
  ChangeOf,
  EventChange,
  MarketCreatedChange,
} from '@tote/chain/history/program-change';
import { hashMarketTexts, readMarketTexts } from '@tote/chain/history/read-market-texts';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { isLatchedFact } from '@tote/conditions/kinds/shared/latched-facts';
import { isGatedMarket, isOracleMarket } from '@tote/conditions/oracle-market';
import {
  type EventName,
  encodeClauses,
  MARKET_FLAGS,
  MarketSource,
  NO_ADDRESS,
  type ParsedCreateMarket,
  parseCreateMarketInstruction,
  readAskedFlags,
} from '@tote/program-client';
import type { MarketRow } from '../../store/projection/market-view.ts';
import {
  Contradiction,
  changeOf,
  type EventMissing,
  type Missing,
  type MissingInMarket,
  type ReconcileSources,
} from '../problems.ts';
import { reconcileBets } from './reconcile-bets.ts';
import { reconcileClose, reconcileEnd, reconcileSettlement } from './reconcile-end.ts';
import {
  reconcileBettorClosed,
  reconcileBuyBack,
  reconcileCollection,
  reconcileTransfer,
} from './reconcile-money.ts';

export async function reconcile(
  sources: ReconcileSources,
  landed: LandedTransaction,
  { instruction, row }: EventMissing,
): Promise<EventChange> {
  const source = landed.instructions[instruction];
  const name = source && expectedEvent(source);
  if (!name) throw new RangeError(`there is no instruction ${instruction}`);
  const missing: Missing = { ...sources, landed, instruction, source };
  switch (name) {
    case 'BettorOpened':
      return bettorOpened(missing);
    case 'KeysDisabled':
      return keysDisabled(missing);
    case 'Deposited':
    case 'Withdrawn':
      return reconcileTransfer(name, missing);
    case 'BettorClosed':
      return reconcileBettorClosed(missing);
    case 'MarketCreated':
      return reconcileCreation(missing);
    case 'FeesCollected':
      return reconcileCollection(missing);
    case 'BoughtBack':
      return reconcileBuyBack(missing);
    case 'BetsPlaced':
      return reconcileBets(inMarket(missing, row));
    case 'MarketResolved':
    case 'MarketVetoed':
    case 'MarketRefunded':
      return reconcileEnd(name, inMarket(missing, row));
    case 'PositionsSettled':
      return reconcileSettlement(inMarket(missing, row));
    case 'MarketClosed':
      return reconcileClose(inMarket(missing, row));
    default:
      return withoutRows(name, missing);
  }
}

function bettorOpened(missing: Missing): ChangeOf<'BettorOpened'> {
  const { accounts } = missing.source;
  const [rentPayer = NO_ADDRESS, , wallet = NO_ADDRESS, bettor = NO_ADDRESS] = accounts;
  return changeOf(missing, { name: 'BettorOpened', slotCount: 0, bettor, wallet, rentPayer });
}

function keysDisabled(missing: Missing): ChangeOf<'KeysDisabled'> {
  const [by = NO_ADDRESS] = missing.source.accounts;
  const [, mask = 0] = missing.source.data;
  const below = { oracleDisabledBelow: 0n, operatorDisabledBelow: 0n };
  return changeOf(missing, { name: 'KeysDisabled', mask, by, ...below });
}

/** These events change no rows: the Config and delegates are read from their accounts. */
const withoutRows = (name: EventName, missing: Missing): EventChange =>
  changeOf(missing, { name }) as unknown as EventChange;

function inMarket(missing: Missing, row: MarketRow | undefined): MissingInMarket {
  const market = marketOf(missing.source) as Address;
  if (row) return { ...missing, market, row };
  const { signature } = missing.landed;
  throw new Contradiction(signature, marketIdOf(market), 'its creation is not indexed');
}

async function reconcileCreation(missing: Missing): Promise<MarketCreatedChange> {
  const { chain, landed, source } = missing;
  const parsed = parseCreateMarketInstruction(source);
  const account = await chain.accounts.findMarket(parsed.market);
  const terms = account ? termsOfAccount(account) : await termsOfInstruction(missing, parsed);
  const hashes = account ?? hashMarketTexts(source.data);
  const { market, creator, nonce, closesAt, expiresAt, refundAt, currency } = parsed;
  const change = changeOf(missing, {
    name: 'MarketCreated',
    currency,
    source: parsed.source === MarketSource.NamedOracle ? MarketSource.Oracle : parsed.source,
    ...{ market, sequence: 1n, creator, nonce, closesAt, expiresAt, refundAt },
    factOwner: parsed.factOwner ?? NO_ADDRESS,
    createdAt: account?.createdAt ?? landed.blockTime,
    ...terms,
    questionHash: hashes.questionHash,
    conditionHash: hashes.conditionHash,
  });
  return { ...change, ...readMarketTexts(source.data, hashes) };
}

type Terms = Pick<
  MarketCreatedChange['event'],
  'flags' | 'subject' | 'minimumStake' | 'burnBps' | 'developerBps' | 'vetoSeconds'
>;

function termsOfAccount(account: Terms): Terms {
  const { subject, minimumStake, burnBps, developerBps, vetoSeconds } = account;
  const flags = account.flags & ~MARKET_FLAGS.feesMoved;
  return { flags, subject, minimumStake, burnBps, developerBps, vetoSeconds };
}

/** The number of accounts when the operator signed. A wrong signer would have been refused. */
const ACCOUNTS_WITH_OPERATOR = 7;

/** The terms in the instruction had to match the Config. Its known keys may have changed since. */
async function termsOfInstruction(
  { chain, source }: Missing,
  { clauses, ...parsed }: ParsedCreateMarket,
): Promise<Terms> {
  const { subject = NO_ADDRESS, factOwner = NO_ADDRESS } = parsed;
  const { burnBps, developerBps, vetoSeconds, minimumStake } = parsed;
  const config = await chain.accounts.getConfig();
  const isTriggered = (parsed.flags & MARKET_FLAGS.triggered) !== 0;
  const programs = config.knownPrograms.slice(0, config.knownProgramsLen);
  const isKnown = isOracleMarket(parsed) ? subject === config.oracle : programs.includes(factOwner);
  const isCustom = !isKnown || source.accounts.length < ACCOUNTS_WITH_OPERATOR;
  const isGated = isGatedMarket(parsed, { isTriggered });
  const isState = parsed.source === MarketSource.StateFact;
  const isLatched = isState && isLatchedFact(factOwner, encodeClauses(clauses));
  const flags = parsed.flags | readAskedFlags({ isCustom, isGated, isLatched });
  return { flags, subject, minimumStake, burnBps, developerBps, vetoSeconds };
}
