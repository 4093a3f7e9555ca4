import {
  definedTypeLinkNode,
  definedTypeNode,
  type StructFieldTypeNode,
  structTypeNode,
} from 'codama';
import {
  address,
  bool,
  constantField,
  currency,
  field,
  hash,
  i64,
  marketSource,
  outcome,
  restBytes,
  u8,
  u16,
  u32,
  u64,
  zerosBefore,
} from './layout.ts';

function event(tag: number, name: string, fields: StructFieldTypeNode[]) {
  return definedTypeNode({
    name: `${name}Event`,
    type: structTypeNode([
      constantField('tag', u8, tag),
      constantField('version', u8, 3),
      ...fields,
    ]),
  });
}

const words = (...names: string[]) => names.map((name) => field(name, u64));
const refundReason = definedTypeLinkNode('refundReason');
const pools = words('poolYes', 'poolNo');

/** The part of a market's event after its `zeros` unused header bytes. */
const ofMarket = (zeros: number) => [
  field('market', zeros === 0 ? address : zerosBefore(zeros, address)),
  field('sequence', u64),
];

const balanceFields = [
  field('amount', u64),
  field('available', u64, "The bettor's balance afterwards."),
  field('owed', u64, "The vault's, afterwards."),
];

// In a Codama struct the length of an array cannot be in another place, and two arrays cannot share
// one length. `tail` holds such arrays, which packages/program-client/src/events.ts decodes.
export const events = [
  event(0, 'initialized', [field('admin', zerosBefore(6, address)), field('utilityMint', address)]),
  event(1, 'configAnnounced', [
    field('applied', bool, 'There is no delay, so it is in force.'),
    field('admin', zerosBefore(5, address)),
    field('effectiveAt', i64),
  ]),
  event(2, 'bettorOpened', [
    field('slotCount', u16),
    field('bettor', zerosBefore(4, address)),
    field('wallet', address),
    field('rentPayer', address),
  ]),
  event(3, 'bettorGrown', [field('slotCount', u16), field('bettor', zerosBefore(4, address))]),
  event(4, 'bettorClosed', [
    field('bettor', zerosBefore(6, address)),
    field('forfeitedSol', u64, 'Left behind for the buyback.'),
    field('forfeitedUtility', u64, 'Left behind to be burned.'),
  ]),
  event(5, 'deposited', [
    field('currency', currency),
    field('bettor', zerosBefore(5, address)),
    ...balanceFields,
  ]),
  event(6, 'withdrawn', [
    field('currency', currency),
    field('swept', bool),
    field('bettor', zerosBefore(4, address)),
    ...balanceFields,
  ]),
  event(7, 'delegateSet', [
    field('flags', u8),
    field('delegateGeneration', zerosBefore(1, u32)),
    field('bettor', address),
    field('delegate', address),
    field('epoch', u64),
    field('expiresAt', i64),
    ...words('allowanceSol', 'allowanceUtility'),
  ]),
  event(8, 'marketCreated', [
    field('currency', currency),
    field('flags', u8),
    field('source', marketSource),
    ...ofMarket(3),
    field('creator', address),
    field('subject', address),
    field('factOwner', address),
    field('nonce', u64),
    field('createdAt', i64),
    field('closesAt', i64),
    field('expiresAt', i64),
    field('refundAt', i64),
    field('minimumStake', u64),
    field('burnBps', u16),
    field('developerBps', u16),
    field('vetoSeconds', u32),
    field('questionHash', hash),
    field('conditionHash', hash),
  ]),
  event(9, 'betsPlaced', [
    field('betCount', u8),
    field('accepted', u8),
    ...ofMarket(4),
    field('tail', restBytes, 'betCount × (pool yes, pool no), then betCount × verdict u8'),
  ]),
  event(10, 'marketResolved', [
    field('outcome', outcome),
    field('refundReason', refundReason),
    ...ofMarket(4),
    ...pools,
    ...words('burn', 'developer', 'distributable'),
    field('resolvedAt', i64),
    field('vetoEndsAt', i64),
    field('evidenceHash', hash),
  ]),
  event(11, 'marketVetoed', [
    field('outcome', outcome),
    field('refundReason', refundReason),
    ...ofMarket(4),
    ...pools,
  ]),
  event(12, 'marketRefunded', [
    field('refundReason', zerosBefore(1, refundReason)),
    ...ofMarket(4),
    ...pools,
  ]),
  event(13, 'positionsSettled', [
    field('positionCount', u8),
    field('settled', u8),
    ...ofMarket(4),
    ...words('openPositions', 'held'),
    field('tail', restBytes, 'positionCount × payout u64, then positionCount × verdict u8'),
  ]),
  event(14, 'marketClosed', [
    field('accountClosed', bool),
    ...ofMarket(5),
    ...words('burn', 'developer', 'dust', 'feesBurn', 'feesDeveloper', 'burnTotal'),
  ]),
  event(15, 'feesCollected', [
    field('currency', currency),
    field('developer', zerosBefore(5, u64)),
    ...words('burned', 'owed', 'burnedTotal'),
  ]),
  event(16, 'boughtBack', [
    field('buyer', zerosBefore(6, address)),
    ...words('lot', 'price', 'reserve', 'burnedTotal', 'utilityBurnedTotal'),
  ]),
  event(17, 'configApplied', [field('admin', zerosBefore(6, address)), field('effectiveAt', i64)]),
  event(18, 'configCancelled', [
    field('admin', zerosBefore(6, address)),
    field('effectiveAt', i64),
  ]),
  event(19, 'keysDisabled', [
    field('mask', u8, '1 operator, 2 oracle'),
    field('by', zerosBefore(5, address)),
    ...words('oracleDisabledBelow', 'operatorDisabledBelow'),
  ]),
];
