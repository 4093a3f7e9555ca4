// Deposits, withdrawals and delegates: events for the feed, and what statements need. Balances are
// read from their accounts.
import type { Address } from '@solana/kit';
import type { ChangeOf } from '@tote/chain/history/program-change';
import {
  amount,
  CURRENCIES,
  currencyFromCode,
  currencyToCode,
  formatAmount,
  formatInstant,
  nearestUnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { type EventName, NO_ADDRESS, readBettorFlags } from '@tote/program-client';
import type { NewFeedEvent } from '../../feed/feed-event.ts';
import type { ApplyContext } from '../batch.ts';

type AccountChange = ChangeOf<'Deposited' | 'Withdrawn' | 'DelegateSet'>;

export function applyAccountChanged(context: ApplyContext, change: AccountChange): void {
  const { bettor } = change.event;
  // A reconciled event has only its name.
  if (bettor === undefined) return;
  const toEvent = (wallet: string): NewFeedEvent => {
    return { ...describe(context, change), marketId: null, wallet };
  };
  const { signature } = context.landed;
  if (change.name !== 'DelegateSet') {
    const isSweep = change.name === 'Withdrawn' && change.event.swept;
    const kind = change.name === 'Deposited' ? 'deposit' : isSweep ? 'sweep' : 'withdrawal';
    addTransfer(context, change, { kind, ...change.event });
    // Reconciled, so the balance afterwards is not known.
    if (change.event.available === undefined) return;
  }
  context.batch.feedEvents.push({ bettor, signature, toEvent });
}

/** Makes the key of a second row of one instruction, which may leave both currencies behind. */
const SOL_ROW = 256;

export function applyBettorClosed(context: ApplyContext, change: ChangeOf<'BettorClosed'>): void {
  const { bettor, forfeitedSol, forfeitedUtility } = change.event;
  if (bettor === undefined) return;
  const amounts = { SOL: forfeitedSol, UTILITY: forfeitedUtility };
  for (const name of CURRENCIES) {
    const [currency, amount] = [currencyToCode(name), amounts[name]];
    if (amount === 0n) continue;
    const instruction = change.instruction + (name === 'SOL' ? SOL_ROW : 0);
    addTransfer(context, { instruction }, { kind: 'forfeit', bettor, currency, amount });
  }
}

function addTransfer(
  { batch, landed }: ApplyContext,
  { instruction }: Pick<AccountChange, 'instruction'>,
  { kind, bettor, currency, amount: moved }: Transfer,
): void {
  batch.transfers.push({
    signature: landed.signature,
    instruction: BigInt(instruction),
    bettor,
    kind,
    currency: BigInt(currency),
    amount: BigInt.asIntN(64, moved),
    slot: landed.slot,
    block_time: landed.blockTime,
  });
}

interface Transfer {
  readonly kind: 'deposit' | 'withdrawal' | 'sweep' | 'forfeit';
  readonly bettor: string;
  readonly currency: number;
  readonly amount: bigint;
}

function describe({ batch, landed }: ApplyContext, change: AccountChange) {
  const { signature: transactionId } = landed;
  const show = (units: bigint, decimals: number) => formatAmount(amount(units), decimals);
  if (change.name === 'DelegateSet') {
    const { delegate, expiresAt, allowanceSol, allowanceUtility, flags } = change.event;
    const { SOL, UTILITY } = batch.decimals;
    const chosen = {
      address: delegate,
      expiresAt: formatInstant(nearestUnixSeconds(expiresAt)),
      allowance: { SOL: show(allowanceSol, SOL), UTILITY: show(allowanceUtility, UTILITY) },
    };
    const { autoWithdraw } = readBettorFlags(flags);
    const data = { delegate: delegate === NO_ADDRESS ? null : chosen, autoWithdraw, transactionId };
    return { type: 'delegate.changed', data } as const;
  }
  const { currency: code, amount: units, available } = change.event;
  const currency = currencyFromCode(code);
  const decimals = batch.decimals[currency];
  const [moved, balance] = [show(units, decimals), show(available, decimals)];
  const data = { amount: moved, currency, balance, transactionId };
  return change.name === 'Deposited'
    ? ({ type: 'account.deposited', data } as const)
    : ({ type: 'account.withdrawn', data: { ...data, autoWithdraw: change.event.swept } } as const);
}

// Feed events about changes of the Config. Its values are read from its account.

const CONFIG_EVENTS = [
  'ConfigAnnounced',
  'ConfigApplied',
  'ConfigCancelled',
  'KeysDisabled',
] as const satisfies readonly EventName[];

type ConfigEventName = (typeof CONFIG_EVENTS)[number];

export const isConfigEvent = (name: EventName): name is ConfigEventName =>
  (CONFIG_EVENTS as readonly EventName[]).includes(name);

const OPERATOR = 1;
const ORACLE = 2;

export function applyConfigChanged({ batch }: ApplyContext, change: ChangeOf<ConfigEventName>) {
  batch.feedEvents.push(toFeedEvent(change));
}

function toFeedEvent(change: ChangeOf<ConfigEventName>): NewFeedEvent {
  const about = { marketId: null, wallet: null };
  if (change.name === 'KeysDisabled') {
    const { mask, by } = change.event;
    const disabled = { operator: (mask & OPERATOR) !== 0, oracle: (mask & ORACLE) !== 0 };
    return { type: 'keys.disabled', ...about, data: { ...disabled, by } };
  }
  const data = describeConfig(change.event);
  if (change.name === 'ConfigCancelled') return { type: 'config.cancelled', ...about, data };
  // Without a delay it is applied at once.
  const isApplied = change.name === 'ConfigApplied' || change.event.applied;
  return { type: isApplied ? 'config.applied' : 'config.announced', ...about, data };
}

function describeConfig({ admin, effectiveAt }: { admin?: Address; effectiveAt?: bigint }) {
  return {
    admin: admin ?? null,
    effectiveAt: effectiveAt === undefined ? null : formatInstant(unixSeconds(effectiveAt)),
  };
}
