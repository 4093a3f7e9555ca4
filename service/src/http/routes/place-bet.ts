import { formatMoney } from '@tote/domain';
import type { BetRecord } from '../../submissions/records.ts';
import { callerOf } from '../access.ts';
import { compileSerializer } from '../json/serialize.ts';
import { type Decimals, presentOdds, presentPools } from '../presenters/bet.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { bet } from '../schemas/bet.ts';
import * as s from '../schemas/fragments.ts';
import { BET_ERRORS, TRANSACTION_ERRORS } from './shared-errors.ts';

const BetBody = s.body(bet, { examples: [{ outcome: 'Yes', amount: 1.5, currency: 'SOL' }] });

const BetConfirmation = s.response({
  marketId: s.plainOut(),
  outcome: s.outcomeOut(),
  amountStaked: s.amountOut(),
  newTotalStake: s.perOutcome(s.amountOut()),
  newOdds: s.perOutcome(s.oddsOut()),
  transactionId: s.plainOut(),
  message: s.plainOut(),
  betId: s.plainOut(),
  state: s.choiceOut(['pending', 'confirmed']),
});

const writeConfirmation = compileSerializer(BetConfirmation);

export const placeBet = defineRoute('POST /v1/markets/:marketId/bets', {
  tag: 'Bets',
  summary: 'Place a bet, or submit one that the wallet signed',
  scope: 'bet',
  takesSigned: true,
  body: s.orSigned(BetBody),
  keepsKey: true,
  response: s.named('BetConfirmation', BetConfirmation),
  statuses: [201, 202],
  errors: [...BET_ERRORS, ...TRANSACTION_ERRORS, 'bettor_exists', 'fields_exclusive'],
  async handle({ commands, queries, send }, request, reply) {
    const input = { marketId: request.params.marketId, ...request.body };
    const idempotency = idempotencyOf(request);
    const record =
      'transaction' in input
        ? await commands.placeSignedBet(request.caller, input, idempotency)
        : await commands.placeBet(callerOf(request), input, idempotency);
    const confirmation = present(record, queries.config().decimals);
    send(reply, record.state === 'confirmed' ? 201 : 202, {
      text: writeConfirmation(confirmation),
    });
    return undefined;
  },
});

function present(record: BetRecord, allDecimals: Decimals): s.Static<typeof BetConfirmation> {
  const { marketId, betId, outcome, amount, currency, pools, transactionId, state } = record;
  const decimals = allDecimals[currency];
  const stake = `${formatMoney(amount, currency, decimals)} on ${outcome}`;
  return {
    ...{ marketId, outcome, transactionId, betId },
    amountStaked: { value: amount, decimals },
    newTotalStake: presentPools(pools, decimals),
    newOdds: presentOdds(pools),
    message:
      state === 'confirmed'
        ? `Staked ${stake}.`
        : `The stake of ${stake} is pending. Check it with GET /v1/bets/${betId}.`,
    state: state === 'confirmed' ? 'confirmed' : 'pending',
  };
}
