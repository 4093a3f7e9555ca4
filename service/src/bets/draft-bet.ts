// Adds a bet to a transaction that the wallet signs. What the balance lacks is deposited in the
// same transaction. If the bet is refused, the deposit does not happen either.
import { type Address, createNoopSigner } from '@solana/kit';
import { placeBetsUnits, SLOTS_MAX } from '@tote/chain/compute-units';
import {
  type Amount,
  amount,
  type Currency,
  currencyToCode,
  DomainError,
  formatMoney,
  outcomeToCode,
  type Stake,
} from '@tote/domain';
import { getPlaceBetsInstruction, type Outcome as ProgramOutcome } from '@tote/program-client';
import type { CommandContext } from '../submissions/context.ts';
import type { Draft } from '../submissions/prepare/draft.ts';
import type { IntendedBet } from '../submissions/wallet/intent.ts';

interface BetToPrepare extends Stake {
  readonly market: Address;
  readonly currency: Currency;
  readonly minimumStake: Amount;
  readonly isGated: boolean;
  /** The account that the program checks, for a triggered state fact. */
  readonly factAccount?: Address;
}

export async function addBet(
  context: CommandContext,
  draft: Draft,
  bet: BetToPrepare,
): Promise<IntendedBet> {
  const { chain, config, relayers } = context;
  const { market, currency, outcome, isGated, factAccount } = bet;
  if (bet.amount < bet.minimumStake) {
    const minimum = formatMoney(bet.minimumStake, currency, config.decimals[currency]);
    throw new DomainError('stake_below_minimum', { minimum });
  }
  if (!draft.isOpen) await draft.open();
  const slot = draft.findSlot(market);
  const lacking = bet.amount - draft.funds.available(currency);
  if (lacking > 0n) draft.deposit(currency, amount(lacking));
  draft.funds.take(currency, bet.amount);
  const instruction = draft.executed;
  const operator = createNoopSigner(relayers.operator.address);
  draft.add(
    getPlaceBetsInstruction(
      {
        authority: draft.walletSigner,
        market,
        currency: currencyToCode(currency),
        bets: [
          {
            bettor: draft.bettor,
            outcome: outcomeToCode(outcome) as ProgramOutcome,
            amount: bet.amount,
            slot,
          },
        ],
        isStrict: true,
        config: chain.addresses.config,
        operator: isGated ? operator : undefined,
        factAccount: isGated ? undefined : factAccount,
      },
      draft.options,
    ),
    // The Bettor may have grown by the time the transaction is signed.
    placeBetsUnits([SLOTS_MAX]),
    0,
  );
  draft.summary.push(`Stakes ${draft.funds.money(bet.amount, currency)} on ${outcome}.`);
  return { outcome, amount: bet.amount, currency, instruction };
}
