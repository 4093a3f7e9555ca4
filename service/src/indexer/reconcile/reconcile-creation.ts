import type { MarketCreatedChange } from '@tote/chain/history/program-change';
import { hashMarketTexts, readMarketTexts } from '@tote/chain/history/read-market-texts';
import { isLatchedFact } from '@tote/conditions/kinds/shared/latched-facts';
import { isGatedMarket, isOracleMarket } from '@tote/conditions/oracle-market';
import {
  encodeClauses,
  MARKET_FLAGS,
  MarketSource,
  NO_ADDRESS,
  type ParsedCreateMarket,
  parseCreateMarketInstruction,
  readAskedFlags,
} from '@tote/program-client';
import type { Missing } from '../problems.ts';

export async function reconcileCreation(missing: Missing): Promise<MarketCreatedChange> {
  const { chain, landed, instruction, source } = missing;
  const parsed = parseCreateMarketInstruction(source);
  const account = await chain.accounts.findMarket(parsed.market);
  const terms = account ? termsOfAccount(account) : await termsOfInstruction(missing, parsed);
  const hashes = account ?? hashMarketTexts(source.data);
  const { market, creator, nonce, closesAt, expiresAt, refundAt, currency } = parsed;
  return {
    name: 'MarketCreated',
    instruction,
    event: {
      name: 'MarketCreated',
      currency,
      source: parsed.source === MarketSource.NamedOracle ? MarketSource.Oracle : parsed.source,
      market,
      sequence: 1n,
      creator,
      nonce,
      closesAt,
      expiresAt,
      refundAt,
      factOwner: parsed.factOwner ?? NO_ADDRESS,
      createdAt: account?.createdAt ?? landed.blockTime,
      ...terms,
      questionHash: hashes.questionHash,
      conditionHash: hashes.conditionHash,
    },
    ...readMarketTexts(source.data, hashes),
  };
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
