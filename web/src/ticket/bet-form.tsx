import { type Signal, useSignal } from '@preact/signals';
import type { Outcome } from '@tote/domain';
import {
  type Account,
  type Config,
  fromBaseUnits,
  type Market,
  quoteBet,
  toBaseUnits,
} from '@tote/sdk';
import { submitting } from '../components/forms.tsx';
import { Failure, Problem } from '../components/notice.tsx';
import { now } from '../data/clock.ts';
import type { Resource } from '../data/resource.ts';
import { session } from '../data/session.ts';
import { tote } from '../data/tote.ts';
import { withCurrency } from '../format/amounts.ts';
import { openConnectDialog } from '../wallet/connect-dialog.tsx';
import { getPlayMoney } from '../wallet/play-key.ts';
import { useTask } from '../wallet/use-task.ts';
import { PLAY_WALLET } from '../wallet/wallets.ts';
import { AmountField, MinRatioField, playStake } from './amount-field.tsx';
import { stepFailureWords } from './bet-failure.ts';
import {
  allowanceOf,
  findLacking,
  findStep,
  isAllowed,
  type TicketFacts,
  whyOwnSignature,
} from './next-step.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { QuoteBoard, Warnings } from './quote-board.tsx';
import { type ReadAmount, readAmount, toField } from './read-amount.ts';
import { SideChoice } from './side-choice.tsx';
import type { BetInTicket, SignedBy } from './use-bet.ts';

interface BetFormProps extends Pick<BetInTicket, 'place'> {
  readonly market: Market;
  readonly config: Config;
  readonly side: Signal<Outcome | undefined>;
  readonly account: Resource<Account | undefined>;
  readonly isHidden: boolean;
}

const ALLOWED_MS = 7 * 86_400_000;
const ALLOWED_BETS = 10n;

const isRead = (value: ReadAmount | string | undefined): value is ReadAmount =>
  typeof value === 'object';
const problemOf = (value: ReadAmount | string | undefined) =>
  typeof value === 'string' ? value : undefined;

function useFields({ market, config, account, side }: BetFormProps) {
  const { currency, minimumStake } = market;
  const isPlay = config.cluster === 'embedded';
  const text = useSignal(isPlay ? playStake(currency) : '');
  const minRatio = useSignal('');
  const by = useSignal<SignedBy>('service');
  const allowanceText = useSignal<string | undefined>(undefined);
  const decimals = config.decimals[currency];
  const read = readAmount(text.value, { currency, decimals, minimum: minimumStake });
  const stake = isRead(read) ? read : undefined;
  const proposed = stake ? toField(fromBaseUnits(stake.units * ALLOWED_BETS, decimals)) : '';
  const allowed = readAmount(allowanceText.value ?? proposed, {
    ...{ currency, decimals, minimum: stake?.amount },
  });
  const facts: TicketFacts = {
    ...{ market, config, stake },
    account: account.value.value,
    isConnected: session.value !== undefined,
    isPlaying: session.value?.walletName === PLAY_WALLET,
    outcome: side.value,
    by: by.value,
    allowance: isRead(allowed) ? allowed : undefined,
    now: now.value,
  };
  const problems = { amount: problemOf(read), allowance: problemOf(allowed) };
  return { text, minRatio, by, allowanceText, proposed, facts, problems };
}

export function BetForm(props: BetFormProps) {
  const { market, config, account, side, place, isHidden } = props;
  const { currency } = market;
  const { text, minRatio, by, allowanceText, proposed, facts, problems } = useFields(props);
  const { doing, failure, run } = useTask(stepFailureWords);
  const step = findStep(facts);
  const until = now.value + ALLOWED_MS;
  const act = () => {
    if (doing.peek() || step.kind === 'wait') return;
    if (step.kind === 'bet') {
      const { outcome, stake } = facts;
      const allow = step.allows ? allowanceOf(facts, until) : undefined;
      const minPayoutRatio = minRatio.value.replace(',', '.') || undefined;
      if (outcome && stake) {
        const { amount } = stake;
        const { payout } = quoteBet(market, { outcome, amount }, config.decimals[currency]);
        place({ outcome, amount, payout, minPayoutRatio }, step.by, allow);
      }
    } else if (step.kind === 'connect') openConnectDialog();
    else {
      run(`${step.label} …`, async () => {
        await getPlayMoney(tote.peek());
        account.reload();
      });
    }
  };
  const balance = facts.account?.balances[currency];
  const reason = whyOwnSignature(facts);
  const isChoosing = facts.account && !reason && !isAllowed(facts) && facts.stake;
  return (
    <form class="stack" hidden={isHidden} onSubmit={submitting(act)}>
      {account.error.value && <Failure error={account.error.value} retry={account.reload} />}
      <SideChoice market={market} side={side} />
      <AmountField {...{ text, currency, balance }} problem={problems.amount} />
      {facts.outcome && facts.stake && (
        <>
          <QuoteBoard {...{ market, config }} outcome={facts.outcome} amount={facts.stake.amount} />
          <MinRatioField text={minRatio} />
          <Warnings
            {...{ market, config, outcome: facts.outcome, stake: facts.stake.units }}
            balance={balance && toBaseUnits(balance, config.decimals[currency])}
          />
        </>
      )}
      {reason && <p class="quiet">{reason}</p>}
      {isChoosing && (
        <PermissionChoice
          {...{ by, text: allowanceText, proposed, currency, until }}
          problem={problems.allowance}
        />
      )}
      <Lacking facts={facts} />
      <button
        type="submit"
        class="button button-main ticket-button"
        disabled={step.kind === 'wait' || doing.value !== undefined}
      >
        {doing.value ?? step.label}
      </button>
      <Problem text={failure.value} />
    </form>
  );
}

function Lacking({ facts }: { readonly facts: TicketFacts }) {
  const { market, config, account, isPlaying } = facts;
  const { currency } = market;
  const lacking = findLacking(facts);
  if (!account || lacking <= 0n) return null;
  const amount = withCurrency(fromBaseUnits(lacking, config.decimals[currency]), currency);
  return (
    <p class="quiet">
      {isPlaying
        ? `You need ${amount} more.`
        : `You need ${amount} more. It will come from your wallet.`}
    </p>
  );
}
