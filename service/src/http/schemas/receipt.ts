import { Type } from '@sinclair/typebox';
import { REFUND_REASONS } from '@tote/domain';
import { COMPARATORS } from '@tote/program-client';
import { RECEIPT_TRANSACTIONS } from '../../queries/receipt.ts';
import {
  addressOut,
  amountOut,
  choiceOut,
  currencyOut,
  feeRateOut,
  hashOut,
  instantOut,
  named,
  orNull,
  outcomeOut,
  payoutRatioOut,
  perOutcome,
  response,
  type Static,
} from './fragments.ts';

const base64Out = () => Type.String({ contentEncoding: 'base64' });
const slotOut = () => Type.Unsafe<bigint>({ type: 'integer', minimum: 0 });

const clause = response({
  offset: Type.Integer(),
  type: choiceOut(['u8', 'u16', 'u32', 'u64', 'i32', 'i64', 'bytes32']),
  comparator: choiceOut(COMPARATORS),
  value: Type.Optional(
    Type.String({ description: 'A decimal number, or 64 hex digits for bytes32.' }),
  ),
  secondsAfterExpiry: Type.Optional(
    Type.String({ description: 'Instead of a value: this many seconds after the expiry.' }),
  ),
});

const rule = response({
  details: Type.String({ description: 'What decides the market, in words.' }),
  condition: Type.String({ description: 'The canonical text, as it was sent to the chain.' }),
  conditionHash: hashOut('SHA-256 of that text.'),
  conditionHashOnChain: orNull(hashOut('What the program recorded.')),
  question: Type.String(),
  questionHash: hashOut('SHA-256 of the question.'),
  questionHashOnChain: orNull(hashOut('What the program recorded.')),
  baseline: orNull(
    Type.String({
      description:
        'Of a threshold that is relative to the value at creation: the samples it was read from. ' +
        'Their hash is in the condition.',
    }),
  ),
  source: choiceOut(
    ['fact', 'oracle', 'attested'],
    'fact: the program read an account itself. oracle: our oracle measured. attested: it attested.',
  ),
  oracle: orNull(addressOut()),
  fact: orNull(
    response({
      kind: choiceOut(['timed', 'state']),
      account: orNull(addressOut()),
      owner: addressOut(),
      clauses: Type.Array(clause, {
        description: 'The last clause decides. The others make an observation valid.',
      }),
    }),
  ),
});

const observation = response({
  slot: slotOut(),
  observedAt: instantOut(),
  accounts: Type.Array(
    response({
      address: addressOut(),
      owner: orNull(addressOut()),
      data: base64Out(),
      hash: hashOut('SHA-256 of the data.'),
    }),
  ),
  holders: Type.Optional(
    response({
      mint: addressOut(),
      count: Type.String(),
      minimumBaseUnits: Type.String(),
      complete: Type.Boolean(),
    }),
  ),
});

const fetchOut = response({
  url: Type.String(),
  startedAt: instantOut(),
  endedAt: instantOut(),
  status: orNull(Type.Integer({ description: 'Of the HTTP answer; null if there is none.' })),
  certificate: orNull(hashOut('SHA-256 of the certificate that the server showed.')),
  bodyHash: orNull(hashOut('SHA-256 of the body as it was kept.')),
  value: orNull(Type.String({ description: 'The value that was found, as text.' })),
  failure: orNull(Type.String({ description: 'Why there is no value.' })),
});

const evidence = response({
  text: Type.String({ description: 'Canonical JSON.' }),
  hashOf: choiceOut(['account', 'text'], 'The input of the hash on chain.'),
  hash: hashOut('SHA-256 of that input, computed from this response.'),
  sampleHashes: orNull(
    response(
      {
        count: Type.Integer(),
        longestGapSeconds: Type.Integer({
          description: 'The longest time without a sample while the market ran.',
        }),
        root: hashOut('The root of the Merkle tree over the hashes, which is in the text.'),
      },
      {
        description:
          'Samples that decided by saying nothing new. Hashes: `/markets/{marketId}/samples`.',
      },
    ),
  ),
  attestation: orNull(
    response({
      outcome: outcomeOut(),
      evidence: Type.String(),
      wallet: addressOut(),
      at: instantOut(),
    }),
  ),
});

const payout = response({
  wallet: orNull(addressOut()),
  bettor: Type.String({ description: 'The account of the wallet that is credited.' }),
  stakes: perOutcome(amountOut()),
  payout: amountOut('Winner: stake and share. Loser: 0. Refund: the stakes.'),
  state: choiceOut(['credited', 'lost', 'pending']),
  transactionId: orNull(Type.String()),
  creditedAt: orNull(instantOut()),
});
export const PayoutResponse = named('Payout', payout);
export type PayoutResponse = Static<typeof payout>;

const receipt = response({
  marketId: Type.String(),
  currency: currencyOut(),
  createdAt: instantOut(),
  expireAt: instantOut(),
  refundAt: instantOut(),
  resolvedAt: instantOut(),
  winningOutcome: orNull(outcomeOut()),
  refunded: Type.Boolean(),
  refundReason: orNull(choiceOut(REFUND_REASONS)),
  vetoedOutcome: orNull(outcomeOut()),
  rule,
  evidenceHashOnChain: orNull(hashOut('What the program recorded with the outcome.')),
  evidence: orNull(evidence),
  observations: Type.Array(observation),
  fetches: Type.Array(fetchOut, { description: 'The answers of web sources that decided.' }),
  failedRounds: Type.Array(
    response({ at: instantOut(), reason: Type.String(), fetches: Type.Array(fetchOut) }),
    { description: 'The last rounds of fetches that did not decide, newest first, bodies cut.' },
  ),
  pools: perOutcome(amountOut()),
  totalVolume: amountOut(),
  payoutRatio: perOutcome(payoutRatioOut()),
  fees: response({
    burn: amountOut('The burn share of the losing pool.'),
    burnRate: feeRateOut(),
    developer: amountOut('The developer share of the losing pool.'),
    developerRate: feeRateOut(),
    distributed: amountOut('What the winners share.'),
    dust: orNull(amountOut('Left by rounding and burned too. Null until the account is closed.')),
  }),
  buyback: orNull(
    response(
      {
        converted: amountOut('SOL of the burn share that was sold.'),
        utilityBurned: amountOut('UTILITY that was burned for it.'),
        complete: Type.Boolean(),
      },
      { description: 'The buyback of a burn share in SOL.' },
    ),
  ),
  settlement: response({
    positions: Type.Integer({ description: 'Wallets with a stake.' }),
    credited: Type.Integer(),
    pending: Type.Integer(),
    paid: amountOut('The sum of the credited payouts.'),
  }),
  payouts: Type.Array(PayoutResponse, { description: 'The page given by limit and offset.' }),
  transactions: Type.Array(
    response({
      kind: choiceOut(RECEIPT_TRANSACTIONS),
      transactionId: Type.String(),
      slot: slotOut(),
      at: instantOut(),
    }),
    { description: 'Includes only settlements of the payouts on this page.' },
  ),
});
export const ReceiptResponse = named('Receipt', receipt);
export type ReceiptResponse = Static<typeof receipt>;
