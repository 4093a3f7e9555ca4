import {
  accountNode,
  definedTypeLinkNode,
  fieldDiscriminatorNode,
  pdaLinkNode,
  type StructFieldTypeNode,
  sizeDiscriminatorNode,
  structTypeNode,
} from 'codama';
import {
  address,
  constantField,
  currency,
  field,
  hash,
  i64,
  marketSource,
  outcome,
  rest,
  restBytes,
  times,
  u8,
  u16,
  u32,
  u64,
  zerosBefore,
} from './layout.ts';

import { settings } from './types.ts';

interface AccountInput {
  size?: number;
  docs: string;
  fields: StructFieldTypeNode[];
}

function account(type: number, name: string, { size, docs, fields }: AccountInput) {
  const typeByte = fieldDiscriminatorNode('accountType', 0);
  return accountNode({
    name,
    size,
    docs,
    pda: pdaLinkNode(name),
    discriminators: size ? [typeByte, sizeDiscriminatorNode(size)] : [typeByte],
    data: structTypeNode([
      constantField('accountType', u8, type),
      constantField('version', u8, 3),
      ...fields,
    ]),
  });
}

const config = account(1, 'config', {
  size: 1_488,
  docs: 'Defaults for future markets, the keys, and the change that was announced for them.',
  fields: [
    field('bump', u8),
    field('utilityDecimals', u8),
    field('oracleGeneration', u32, 'Counts the oracles that were ever installed.'),
    field(
      'oracleDisabledBelow',
      u32,
      'Oracles of a lower generation can no longer resolve anything.',
    ),
    field('operatorGeneration', u32, 'Counts the operators that were ever installed.'),
    field(
      'operatorDisabledBelow',
      u32,
      'Operators of a lower generation can no longer bet for anybody.',
    ),
    field(
      'pendingAt',
      zerosBefore(4, i64),
      'When `pending` can take effect; 0 if nothing is pending.',
    ),
    field('utilityMint', address),
    ...settings,
    field('pending', definedTypeLinkNode('settings'), 'Meaningless while nothing is pending.'),
  ],
});

const vault = account(2, 'vault', {
  size: 152,
  docs: 'What everyone owns in one currency.',
  fields: [
    field('bump', u8),
    field('currency', currency),
    field('tokenBump', u8),
    field('owed', zerosBefore(3, u64), 'Balances + unsettled pools + fees.'),
    field('feesBurn', u64, 'Burn shares not burned yet; for SOL the buyback reserve.'),
    field('feesDeveloper', u64, 'Developer shares not collected yet.'),
    field('burnTotal', u64, 'Burn shares ever received (a statistic, wraps).'),
    field(
      'burnedTotal',
      u64,
      'The part of them that was burned (UTILITY) or sold in the buyback (SOL).',
    ),
    field('utilityBurnedTotal', u64, 'UTILITY burned by the buyback (SOL vault).'),
    field('lot', u64, 'Lamports per auction lot.'),
    field('clearingPrice', u64, 'UTILITY base units per lot.'),
    field('roundStartedAt', i64, 'In the future after a sale: when the next round begins.'),
    field('roundSeconds', i64),
    field('tokenAccount', address),
    field('mint', address),
  ],
});

const bettor = account(3, 'bettor', {
  docs: 'What one wallet owns, its delegate and its positions.',
  fields: [
    field('bump', u8),
    field('flags', u8, '1 = auto_withdraw'),
    field('slotCount', u16),
    field('openPositions', u16),
    field('wallet', address),
    field('rentPayer', address),
    field('available', times(u64, 2), 'SOL, UTILITY'),
    field('sweepable', times(u64, 2), 'Credited by settlements since the last sweep.'),
    field('delegate', address, 'Zero if there is none.'),
    field('epoch', u64),
    field('delegateExpiresAt', i64),
    field('allowance', times(u64, 2), 'SOL, UTILITY'),
    field('highestBetId', u32),
    field(
      'delegateGeneration',
      u32,
      "Which of the Config's operators the delegate was when it was chosen; 2^32 - 1: none.",
    ),
    field(
      'betWindow',
      times(u64, 4),
      'bit `id % 256` says whether that id was used, for the 256 ids up to the highest.',
    ),
    field('walletRent', u64, 'Rent that the wallet paid although somebody else had opened it.'),
    field('slots', rest(definedTypeLinkNode('slot'))),
  ],
});

const market = account(4, 'market', {
  docs: 'One question with its two pools and the terms it was created under.',
  fields: [
    field('bump', u8),
    field('currency', currency),
    field('state', definedTypeLinkNode('marketState')),
    field('flags', u8, '1 triggered, 2 latched, 4 gated, 8 custom, 16 fees_moved, 32 inverted'),
    field('outcome', outcome),
    field('refundReason', definedTypeLinkNode('refundReason')),
    field('sequence', u64),
    field('pools', times(u64, 2), 'Yes, No'),
    field('minimumStake', u64),
    field('closesAt', i64),
    field('expiresAt', i64),
    field('refundAt', i64),
    field('resolvedAt', i64, '0 while open.'),
    field('burnBps', u16),
    field('developerBps', u16),
    field('vetoSeconds', u32),
    field('openPositions', u64),
    field('held', u64, 'What is still inside after resolution or refund; 0 while open.'),
    field('burnDue', u64),
    field('developerDue', u64),
    field('distributable', u64),
    field('nonce', u64),
    field('createdAt', i64),
    field('creator', address),
    field('rentPayer', address),
    field('subject', address, 'The oracle, or the account of a state fact, or zero.'),
    field('factOwner', address, 'The program that must own the observed account, or zero.'),
    field('questionHash', hash),
    field('conditionHash', hash),
    field('evidenceHash', hash),
    field('source', marketSource),
    field('clauseCount', u8),
    field('clausesLen', u16),
    field(
      'oracleGeneration',
      u32,
      "Which of the Config's oracles decides; 2^32 - 1: another one, or a fact.",
    ),
    field('lastBetSlot', u64, 'The slot of the last accepted bet.'),
    field('clauses', restBytes, 'Padded with zeros behind clausesLen bytes.'),
  ],
});

export const accounts = [config, vault, bettor, market];
