import { expect, test } from 'vitest';
import {
  areLogsTruncated,
  Currency,
  decodeEvent,
  type EventName,
  findEvents,
  findReturnedEvent,
  MarketSource,
  Outcome,
  RefundReason,
  TOTE_PROGRAM_ADDRESS,
} from '../src/index.ts';
import { addressOf as at, bytes, hexOf, README } from './support.ts';

const ONE = '0100000000000000';
const TWO = '0200000000000000';
const THREE = '0300000000000000';
const FOUR = '0400000000000000';
const FIVE = '0500000000000000';
const MINUS = 'ffffffffffffffff';
const CLOSED = { bettor: at(1), forfeitedSol: 1n, forfeitedUtility: 2n };
const hash = (byte: number) => new Uint8Array(32).fill(byte);

/** One of each event, written by hand from the README's table. */
const EXAMPLES: [EventName, Uint8Array, Record<string, unknown>][] = [
  [
    'Initialized',
    bytes('0003 000000000000', hexOf(1), hexOf(2)),
    { admin: at(1), utilityMint: at(2) },
  ],
  [
    'ConfigAnnounced',
    bytes('0103 01 0000000000', hexOf(1), TWO),
    { applied: true, admin: at(1), effectiveAt: 2n },
  ],
  [
    'BettorOpened',
    bytes('0203 0500 00000000', hexOf(1), hexOf(2), hexOf(3)),
    { slotCount: 5, bettor: at(1), wallet: at(2), rentPayer: at(3) },
  ],
  ['BettorGrown', bytes('0303 0001 00000000', hexOf(1)), { slotCount: 256, bettor: at(1) }],
  ['BettorClosed', bytes('0403 000000000000', hexOf(1), ONE, TWO), CLOSED],
  [
    'Deposited',
    bytes('0503 01 0000000000', hexOf(1), ONE, TWO, THREE),
    { currency: Currency.Utility, bettor: at(1), amount: 1n, available: 2n, owed: 3n },
  ],
  [
    'Withdrawn',
    bytes('0603 00 01 00000000', hexOf(1), ONE, TWO, THREE),
    { currency: Currency.Sol, swept: true, bettor: at(1), amount: 1n, available: 2n, owed: 3n },
  ],
  [
    'DelegateSet',
    bytes('0703 01 00 05000000', hexOf(1), hexOf(2), ONE, MINUS, THREE, FOUR),
    {
      flags: 1,
      delegateGeneration: 5,
      bettor: at(1),
      delegate: at(2),
      epoch: 1n,
      expiresAt: -1n,
      allowanceSol: 3n,
      allowanceUtility: 4n,
    },
  ],
  [
    'MarketCreated',
    bytes(
      '0803 01 05 03 000000',
      hexOf(1) + ONE + hexOf(2) + hexOf(3) + hexOf(4),
      TWO + ONE + TWO + THREE + FOUR + FIVE,
      'f401 f501 01000100',
      hexOf(5) + hexOf(6),
    ),
    {
      currency: Currency.Utility,
      flags: 5,
      source: MarketSource.StateFact,
      market: at(1),
      sequence: 1n,
      creator: at(2),
      subject: at(3),
      factOwner: at(4),
      nonce: 2n,
      createdAt: 1n,
      closesAt: 2n,
      expiresAt: 3n,
      refundAt: 4n,
      minimumStake: 5n,
      burnBps: 500,
      developerBps: 501,
      vetoSeconds: 65_537,
      questionHash: hash(5),
      conditionHash: hash(6),
    },
  ],
  [
    'BetsPlaced',
    bytes('0903 02 01 00000000', hexOf(1), FIVE, ONE, TWO, THREE, FOUR, '00 22'),
    {
      accepted: 1,
      market: at(1),
      sequence: 5n,
      bets: [
        { poolYes: 1n, poolNo: 2n, verdict: 0 },
        { poolYes: 3n, poolNo: 4n, verdict: 34 },
      ],
    },
  ],
  [
    'MarketResolved',
    bytes(
      '0a03 02 01 00000000',
      hexOf(1) + ONE + TWO + THREE + FOUR + FIVE + ONE + TWO + THREE + hexOf(9),
    ),
    {
      outcome: Outcome.No,
      refundReason: RefundReason.NobodyWon,
      market: at(1),
      sequence: 1n,
      poolYes: 2n,
      poolNo: 3n,
      burn: 4n,
      developer: 5n,
      distributable: 1n,
      resolvedAt: 2n,
      vetoEndsAt: 3n,
      evidenceHash: hash(9),
    },
  ],
  [
    'MarketVetoed',
    bytes('0b03 01 03 00000000', hexOf(1), ONE, TWO, THREE),
    {
      ...{ outcome: Outcome.Yes, refundReason: RefundReason.Veto },
      ...{ market: at(1), sequence: 1n, poolYes: 2n, poolNo: 3n },
    },
  ],
  [
    'MarketRefunded',
    bytes('0c03 00 04 00000000', hexOf(1), ONE, TWO, THREE),
    {
      refundReason: RefundReason.OracleDisabled,
      market: at(1),
      sequence: 1n,
      poolYes: 2n,
      poolNo: 3n,
    },
  ],
  [
    'PositionsSettled',
    bytes('0d03 02 01 00000000', hexOf(1), ONE, TWO, THREE, FOUR, FIVE, '00 3d'),
    {
      settled: 1,
      market: at(1),
      sequence: 1n,
      openPositions: 2n,
      held: 3n,
      positions: [
        { payout: 4n, verdict: 0 },
        { payout: 5n, verdict: 61 },
      ],
    },
  ],
  [
    'MarketClosed',
    bytes('0e03 01 0000000000', hexOf(1), ONE, TWO, THREE, FOUR, FIVE, ONE, TWO),
    {
      accountClosed: true,
      market: at(1),
      sequence: 1n,
      burn: 2n,
      developer: 3n,
      dust: 4n,
      feesBurn: 5n,
      feesDeveloper: 1n,
      burnTotal: 2n,
    },
  ],
  [
    'FeesCollected',
    bytes('0f03 01 0000000000', ONE, TWO, THREE, FOUR),
    { currency: Currency.Utility, developer: 1n, burned: 2n, owed: 3n, burnedTotal: 4n },
  ],
  [
    'BoughtBack',
    bytes('1003 000000000000', hexOf(1), ONE, TWO, THREE, FOUR, FIVE),
    {
      buyer: at(1),
      lot: 1n,
      price: 2n,
      reserve: 3n,
      burnedTotal: 4n,
      utilityBurnedTotal: 5n,
    },
  ],
  [
    'ConfigApplied',
    bytes('1103 000000000000', hexOf(1), MINUS),
    { admin: at(1), effectiveAt: -1n },
  ],
  ['ConfigCancelled', bytes('1203 000000000000', hexOf(1), TWO), { admin: at(1), effectiveAt: 2n }],
  [
    'KeysDisabled',
    bytes('1303 03 0000000000', hexOf(1), TWO, THREE),
    { mask: 3, by: at(1), oracleDisabledBelow: 2n, operatorDisabledBelow: 3n },
  ],
];

test.each(EXAMPLES)('%s is decoded field by field', (name, data, fields) => {
  expect(decodeEvent(data)).toEqual({ name, ...fields });
});

test.each(EXAMPLES)('%s is refused if truncated, too long or of another version', (_, data) => {
  expect(() => decodeEvent(data.slice(0, -1))).toThrow();
  expect(() => decodeEvent(Uint8Array.from([...data, 0]))).toThrow();
  expect(() => decodeEvent(data.with(1, 1))).toThrow('version 1');
  expect(() => decodeEvent(data.with(1, 2))).toThrow('version 2');
});

test('an unknown tag is refused', () => {
  expect(() => decodeEvent(bytes('1403 000000000000'))).toThrow('no event has the tag 20');
  expect(() => decodeEvent(new Uint8Array())).toThrow();
});

test('the events are those of the README, in its order', () => {
  const section = README.slice(README.indexOf('## Events'), README.indexOf('## Errors'));
  const rows = [...section.matchAll(/^\| (\d+) \| `(\w+)` /gm)].map((row) => [row[1], row[2]]);
  const ours = EXAMPLES.map(([name, data]) => [String(data[0]), name]);
  expect(ours).toEqual(rows);
});

const closed = Buffer.from(bytes('0403 000000000000', hexOf(1), ONE, TWO)).toString('base64');
const grown = Buffer.from(bytes('0303 0500 00000000', hexOf(2))).toString('base64');
const TOTE = TOTE_PROGRAM_ADDRESS;

test('events are found in logs only while the program is running', () => {
  const logs = [
    'Program ComputeBudget111111111111111111111111111111 invoke [1]',
    'Program ComputeBudget111111111111111111111111111111 success',
    `Program data: ${closed}`,
    'Program Other11 invoke [1]',
    `Program data: ${closed}`,
    `Program log: Program data: ${closed}`,
    `Program log: Program ${TOTE} invoke [2]`,
    `Program data: ${closed}`,
    `Program ${TOTE} invoke [2]`,
    'Program Token11 invoke [3]',
    `Program data: ${closed}`,
    'Program Token11 success',
    `Program data: ${grown}`,
    `Program ${TOTE} consumed 900 of 200000 compute units`,
    `Program return: ${TOTE} ${grown}`,
    `Program ${TOTE} success`,
    `Program data: ${closed}`,
    'Program Other11 success',
    `Program ${TOTE} invoke [1]`,
    `Program data: ${closed}`,
    `Program ${TOTE} success`,
  ];
  expect(findEvents(logs)).toEqual([
    { name: 'BettorGrown', slotCount: 5, bettor: at(2) },
    { name: 'BettorClosed', ...CLOSED },
  ]);
  expect(findEvents(logs, at(60))).toEqual([]);
  expect(areLogsTruncated(logs)).toBe(false);
  expect(areLogsTruncated([...logs, 'Log truncated'])).toBe(true);
});

test('the last event is found in the return data, if it is ours', () => {
  const data = bytes('0403 000000000000', hexOf(1), ONE, TWO);
  expect(findReturnedEvent({ programAddress: TOTE, data })).toEqual({
    name: 'BettorClosed',
    ...CLOSED,
  });
  expect(findReturnedEvent({ programAddress: at(60), data })).toBeUndefined();
  expect(findReturnedEvent({ programAddress: TOTE, data: new Uint8Array() })).toBeUndefined();
  expect(findReturnedEvent(undefined)).toBeUndefined();
});
