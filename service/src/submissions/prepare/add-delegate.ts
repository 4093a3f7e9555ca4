import { isAddress } from '@solana/kit';
import {
  type Amount,
  addSeconds,
  type Currency,
  DomainError,
  fieldInvalid,
  formatInstant,
  type UnixSeconds,
} from '@tote/domain';
import { NO_ADDRESS } from '@tote/program-client';
import type { CommandContext } from '../context.ts';
import { requireOperatorKey } from '../relayers.ts';
import type { Draft } from './draft.ts';

const DELEGATE_SECONDS_DEFAULT = 30 * 86_400;

interface DelegateToAdd {
  /** Default: this service. */
  readonly delegate?: string;
  readonly expiresAt?: UnixSeconds;
  readonly allowance: Readonly<Record<Currency, Amount>>;
  /** False: it is what the wallet deposits. */
  readonly isStated: boolean;
}

/** It replaces what the wallet has allowed before. */
export function addDelegate(context: CommandContext, draft: Draft, input: DelegateToAdd): void {
  const { chain, relayers } = context;
  const { delegate = relayers.operator.address, expiresAt, isStated } = input;
  const { SOL, UTILITY } = input.allowance;
  if (!isAddress(delegate) || delegate === NO_ADDRESS) {
    throw new DomainError('address_invalid', { field: 'delegate' });
  }
  const operator = requireOperatorKey(context, delegate);
  if (delegate !== operator)
    throw fieldInvalid('delegate', `the operator ${operator}, or left out`);
  const now = chain.clock.now();
  const until = expiresAt ?? addSeconds(now, DELEGATE_SECONDS_DEFAULT);
  if (until <= now) throw fieldInvalid('expiresAt', `later than ${formatInstant(now)}`);
  // There is no unlimited default: a delegate may spend what the wallet said, or what it deposits.
  if (SOL === 0n && UTILITY === 0n) {
    throw isStated
      ? fieldInvalid('allowance', 'more than 0 in some currency')
      : new DomainError('field_missing', { field: 'allowance', what: 'it' });
  }
  const { funds } = draft;
  const most = `${funds.money(SOL, 'SOL')} and ${funds.money(UTILITY, 'UTILITY')}`;
  const text = `Lets ${delegate} bet up to ${most} for the wallet until ${formatInstant(until)}.`;
  const allowances = { allowanceSol: SOL, allowanceUtility: UTILITY };
  const delegation = { delegate, expiresAt: BigInt(until), ...allowances };
  draft.setDelegate({ delegation }, text);
}
