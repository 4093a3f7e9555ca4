// Sends a bet and follows it until it is final, even across a reload.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { Allowance, Market, Wait } from '@tote/sdk';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { session } from '../data/session.ts';
import { randomKey, tote } from '../data/tote.ts';
import { betFailureWords, isUnknown } from './bet-failure.ts';
import { findBet, forgetBet, type KeptBet, keepBet } from './kept-bet.ts';

export interface SentBet extends KeptBet {
  /** Unknown: the service did not answer, so the bet may have been placed. */
  readonly state: 'pending' | 'confirmed' | 'final' | 'failed' | 'unknown';
  readonly transactionId?: string;
  readonly failure?: string;
}

/** What signs the bet: the service within the allowance, or the wallet. */
export type SignedBy = 'service' | 'wallet';

export interface BetInTicket {
  readonly sent: ReadonlySignal<SentBet | undefined>;
  place(
    bet: Pick<KeptBet, 'outcome' | 'amount' | 'payout' | 'minPayoutRatio'>,
    by: SignedBy,
    allow?: Allowance,
  ): void;
  /** Uses the same key, so the bet is never placed twice. */
  askAgain(): void;
  dismiss(): void;
}

/** `onMoved` is called when balances or the allowance may have changed. */
export function useBet({ id: marketId, currency }: Market, onMoved: () => void): BetInTicket {
  const sent = useSignal<SentBet | undefined>(undefined);
  const wallet = session.value?.wallet;
  const moved = useRef(onMoved);
  moved.current = onMoved;

  const follow = useCallback(
    async (first: KeptBet, by: SignedBy, allow?: Allowance) => {
      sent.value = { ...first, state: 'pending' };
      const show = (change: Partial<SentBet>) => {
        const shown = sent.peek();
        if (shown?.idempotencyKey === first.idempotencyKey) sent.value = { ...shown, ...change };
      };
      await followBet(first, { by, allow }, show);
      moved.current();
    },
    [sent],
  );

  // Resumes a bet that a reload interrupted.
  useEffect(() => {
    const kept = findBet(marketId);
    sent.value = undefined;
    if (kept && kept.wallet === wallet) follow(kept, 'service');
  }, [marketId, wallet, sent, follow]);

  return {
    sent,
    place(bet, by, allow) {
      if (!wallet) return;
      const made = { ...bet, marketId, wallet, currency, idempotencyKey: randomKey() };
      // Kept once it is signed: before that there is nothing to lose.
      if (by === 'service') keepBet(made);
      follow(made, by, allow);
    },
    askAgain() {
      const bet = sent.peek();
      if (bet) follow(bet, 'service');
    },
    dismiss() {
      sent.value = undefined;
    },
  };
}

async function followBet(
  first: KeptBet,
  { by, allow }: { readonly by: SignedBy; readonly allow?: Allowance },
  show: (change: Partial<SentBet>) => void,
): Promise<void> {
  // The wallet may have switched accounts meanwhile.
  const client = tote.peek();
  let bet = first;
  const onSigned = (transaction: string) => {
    bet = { ...bet, transaction };
    keepBet(bet);
    show({ transaction });
  };
  const send = (wait: Wait) => {
    const { marketId, outcome, amount, currency, transaction, idempotencyKey } = bet;
    if (transaction) return client.placeBet({ marketId, transaction, wait });
    const { minPayoutRatio } = bet;
    const asked = { marketId, outcome, amount, currency, minPayoutRatio, wait };
    return by === 'wallet'
      ? client.placeBet({ ...asked, signedBy: 'wallet', allow, onSigned })
      : client.placeBet(asked, { idempotencyKey });
  };
  try {
    const { transactionId } = await send('confirmed');
    show({ state: 'confirmed', transactionId });
  } catch (error) {
    const isSent = by === 'service' || bet.transaction !== undefined;
    if (isSent && isUnknown(error)) return show({ state: 'unknown' });
    forgetBet(bet);
    return show({ state: 'failed', failure: betFailureWords(error) });
  }
  try {
    await send('finalized');
    forgetBet(bet);
    show({ state: 'final' });
  } catch {
    // The bet stays confirmed, because the service cannot say more now.
  }
}
