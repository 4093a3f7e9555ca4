import { Type } from '@sinclair/typebox';
import { REFUND_REASONS } from '@tote/domain';
import { COMPARATORS } from '@tote/program-client';
import { RECEIPT_TRANSACTIONS } from '../../queries/get-receipt.ts';
import * as s from './fragments.ts';

const base64Out = () => Type.String({ contentEncoding: 'base64' });
const slotOut = () => Type.Unsafe<bigint>({ type: 'integer', minimum: 0 });

const clause = s.response({
  offset: Type.Integer(),
  type: s.choiceOut(['u8', 'u16', 'u32', 'u64', 'i32', 'i64', 'bytes32']),
  comparator: s.choiceOut(COMPARATORS),
  value: Type.Optional(s.text('A decimal number, or 64 hex digits for bytes32.')),
  secondsAfterExpiry: Type.Optional(
    s.text('Instead of a value: this many seconds after the expiry.'),
  ),
});

const rule = s.response({
  details: s.text('What decides the market, as `GET /v1/markets/{id}` says.'),
  condition: s.text('The canonical text, as it was sent to the chain.'),
  conditionHash: s.hashOut('SHA-256 of that text.'),
  conditionHashOnChain: s.orNull(s.hashOut('What the program recorded.')),
  question: Type.String(),
  questionHash: s.hashOut('SHA-256 of the question.'),
  questionHashOnChain: s.orNull(s.hashOut('What the program recorded.')),
  baseline: s.orNull(
    s.text(
      'For a threshold relative to the value at creation: the samples it was read from. ' +
        'Their hash is in the condition. For a change since a later start: the price update of ' +
        'that start, once it is known.',
    ),
  ),
  source: s.choiceOut(
    ['fact', 'oracle', 'attested'],
    'fact: the program read an account itself. oracle: our oracle measured. attested: it attested.',
  ),
  oracle: s.orNull(s.addressOut()),
  fact: s.orNull(
    s.response({
      kind: s.choiceOut(['timed', 'state']),
      account: s.orNull(s.addressOut()),
      owner: s.addressOut(),
      clauses: Type.Array(clause, {
        description: 'The last clause decides. The others make an observation valid.',
      }),
    }),
  ),
});

const observation = s.response({
  slot: slotOut(),
  observedAt: s.instantOut(),
  accounts: Type.Array(
    s.response({
      address: s.addressOut(),
      owner: s.orNull(s.addressOut()),
      data: base64Out(),
      hash: s.hashOut('SHA-256 of the data.'),
    }),
  ),
  holders: Type.Optional(
    s.response({
      mint: s.addressOut(),
      count: Type.String(),
      minimumBaseUnits: Type.String(),
      largest: Type.Optional(s.text('What the ten largest holders have together.')),
      complete: Type.Boolean(),
      leftOut: Type.Optional(
        s.response(
          {
            count: Type.Integer(),
            amount: Type.String({ description: 'What they hold together, in base units.' }),
            largest: Type.Array(
              s.response({
                ...{ owner: s.addressOut(), program: s.addressOut() },
                ...{ name: Type.String(), amount: Type.String() },
              }),
            ),
          },
          { description: 'Owners of vaults of pools, which are not holders.' },
        ),
      ),
    }),
  ),
  launches: Type.Optional(
    s.response(
      {
        launchpad: Type.String(),
        event: Type.String(),
        from: s.instantOut(),
        to: s.instantOut(),
        nodes: s.integer('How many nodes agree.'),
        count: Type.Integer(),
        root: s.hashOut('The root of the Merkle tree over the launches, which is in the text.'),
      },
      { description: 'A count of launches. Each of them: `/markets/{marketId}/launches`.' },
    ),
  ),
});

const fetchOut = s.response({
  url: Type.String(),
  startedAt: s.instantOut(),
  endedAt: s.instantOut(),
  status: s.orNull(s.integer('HTTP status of the answer; null if there is none.')),
  certificate: s.orNull(s.hashOut('SHA-256 of the certificate that the server showed.')),
  bodyHash: s.orNull(s.hashOut('SHA-256 of the body as it was kept.')),
  value: s.orNull(s.text('The value that was found, as text.')),
  failure: s.orNull(s.text('Why there is no value.')),
});

const evidence = s.response({
  text: s.text('Canonical JSON.'),
  hashOf: s.choiceOut(['account', 'text'], 'The input of the hash on chain.'),
  hash: s.hashOut('SHA-256 of that input, computed from this response.'),
  sampleHashes: s.orNull(
    s.response(
      {
        count: Type.Integer(),
        longestGapSeconds: s.integer('The longest time without a sample while the market ran.'),
        root: s.hashOut('The root of the Merkle tree over the hashes, which is in the text.'),
      },
      {
        description: 'Samples without a decisive value. Hashes: `/markets/{marketId}/samples`.',
      },
    ),
  ),
  attestation: s.orNull(
    s.response({
      outcome: s.outcomeOut(),
      evidence: Type.String(),
      wallet: s.addressOut(),
      at: s.instantOut(),
    }),
  ),
});

const payout = s.response({
  wallet: s.orNull(s.addressOut()),
  bettor: s.text('The account of the wallet that is credited.'),
  stakes: s.perOutcome(s.amountOut()),
  payout: s.amountOut('Winner: stake and share. Loser: 0. Refund: the stakes.'),
  state: s.choiceOut(['credited', 'lost', 'pending']),
  transactionId: s.orNull(Type.String()),
  creditedAt: s.orNull(s.instantOut()),
});
export const PayoutResponse = s.named('Payout', payout);
export type PayoutResponse = s.Static<typeof payout>;

const receipt = s.response({
  marketId: Type.String(),
  currency: s.currencyOut(),
  createdAt: s.instantOut(),
  expireAt: s.instantOut(),
  refundAt: s.instantOut(),
  resolvedAt: s.instantOut(),
  winningOutcome: s.orNull(s.outcomeOut()),
  refunded: Type.Boolean(),
  refundReason: s.orNull(s.choiceOut(REFUND_REASONS)),
  vetoedOutcome: s.orNull(s.outcomeOut()),
  rule,
  evidenceHashOnChain: s.orNull(s.hashOut('What the program recorded with the outcome.')),
  evidence: s.orNull(evidence),
  observations: Type.Array(observation),
  fetches: Type.Array(fetchOut, { description: 'The answers of web sources that decided.' }),
  failedRounds: Type.Array(
    s.response({ at: s.instantOut(), reason: Type.String(), fetches: Type.Array(fetchOut) }),
    {
      description:
        'The last rounds of fetches that did not decide, newest first, with truncated bodies.',
    },
  ),
  pools: s.perOutcome(s.amountOut()),
  totalVolume: s.amountOut(),
  payoutRatio: s.perOutcome(s.payoutRatioOut()),
  fees: s.response({
    burn: s.amountOut('The burn share of the losing pool.'),
    burnRate: s.feeRateOut(),
    developer: s.amountOut('The developer share of the losing pool.'),
    developerRate: s.feeRateOut(),
    distributed: s.amountOut('What the winners share.'),
    dust: s.orNull(
      s.amountOut('Left by rounding and burned too. Null until the account is closed.'),
    ),
  }),
  buyback: s.orNull(
    s.response(
      {
        converted: s.amountOut('SOL of the burn share that was sold.'),
        utilityBurned: s.amountOut('UTILITY that was burned for it.'),
        complete: Type.Boolean(),
      },
      { description: 'The buyback of a burn share in SOL.' },
    ),
  ),
  settlement: s.response({
    positions: s.integer('Wallets with a stake.'),
    credited: Type.Integer(),
    pending: Type.Integer(),
    paid: s.amountOut('The sum of the credited payouts.'),
  }),
  payouts: Type.Array(PayoutResponse, { description: 'The page given by limit and offset.' }),
  transactions: Type.Array(
    s.response({
      kind: s.choiceOut(RECEIPT_TRANSACTIONS),
      transactionId: Type.String(),
      slot: slotOut(),
      at: s.instantOut(),
    }),
    { description: 'Includes only settlements of the payouts on this page.' },
  ),
});
export const ReceiptResponse = s.named('Receipt', receipt);
export type ReceiptResponse = s.Static<typeof receipt>;
