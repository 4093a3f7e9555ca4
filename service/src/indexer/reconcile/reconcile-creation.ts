import type { ReadonlyUint8Array } from '@solana/kit';
import {
  Currency,
  MARKET_FLAGS,
  MarketSource,
  NO_ADDRESS,
  type ParsedCreateMarket,
  parseCreateMarketInstruction,
} from '@tote/program-client';
import type { MarketCreatedChange } from '../program-change.ts';
import { hashMarketTexts, readMarketTexts } from '../read-market-texts.ts';
import type { Missing } from './reconcile.ts';

/** From the instruction, and its frozen terms from the account or, once that is closed, Config. */
export async function reconcileCreation(missing: Missing): Promise<MarketCreatedChange> {
  const { chain, landed, instruction, source } = missing;
  const parsed = parseCreateMarketInstruction(source);
  const account = await chain.accounts.findMarket(parsed.market);
  const terms = account ? termsOfAccount(account) : await termsOfConfig(missing, parsed);
  const hashes: Hashes = account ?? hashMarketTexts(source.data);
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

interface Hashes {
  questionHash: ReadonlyUint8Array;
  conditionHash: ReadonlyUint8Array;
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

async function termsOfConfig({ chain }: Missing, parsed: ParsedCreateMarket): Promise<Terms> {
  const config = await chain.accounts.getConfig();
  const isOracle = parsed.source <= MarketSource.NamedOracle;
  const subject = parsed.source === MarketSource.Oracle ? config.oracle : parsed.subject;
  const isCustom = isOracle
    ? subject !== config.oracle
    : !config.knownPrograms.includes(parsed.factOwner ?? NO_ADDRESS);
  const isGated = isOracle && (parsed.flags & MARKET_FLAGS.triggered) !== 0;
  const [minimumSol = 0n, minimumUtility = 0n] = config.minimumStake;
  return {
    flags: parsed.flags | (isGated ? MARKET_FLAGS.gated : 0) | (isCustom ? MARKET_FLAGS.custom : 0),
    subject: subject ?? NO_ADDRESS,
    minimumStake: parsed.currency === Currency.Sol ? minimumSol : minimumUtility,
    burnBps: config.burnBps,
    developerBps: config.developerBps,
    vetoSeconds: config.vetoSeconds,
  };
}
