// A wallet's own actions: prepared by the service, checked and signed here, then submitted.
import { type Currency, DECIMALS } from '@tote/domain';
import { decodeAddress } from './bytes.ts';
import type { CallOptions } from './call-options.ts';
import { type AmountInput, readUnits } from './decimal.ts';
import { refuseInput, ToteError } from './errors.ts';
import type { Config, Operations, PrepareAccountRequest, Transaction } from './generated/types.ts';
import { createForms, type Forms, NOBODY } from './program.ts';
import { isSettled, settle, type Wait } from './settle.ts';
import { type FeePayer, signChecked } from './sign-transaction.ts';
import type { Signer } from './signer.ts';

export interface Money {
  readonly currency: Currency;
  readonly amount: AmountInput;
}

export interface Allowance {
  /** What the service may stake for the wallet. */
  readonly sol?: AmountInput;
  readonly utility?: AmountInput;
  /** When the permission ends. */
  readonly until: Date | string;
}

export interface Payment {
  /** Which side pays the fee; default: the service, within its limits. */
  readonly feePayer?: FeePayer;
  /** Default: confirmed. */
  readonly wait?: Wait;
}

export interface AccountToOpen extends Payment {
  /** How many markets it can have stakes in at the same time; default: 16. */
  readonly slots?: number;
  /** In the same transaction. */
  readonly deposit?: Money;
  /** In the same transaction. */
  readonly allow?: Allowance;
}

/** Each call needs one signature of the wallet. */
export interface WalletActions {
  openAccount(input?: AccountToOpen, options?: CallOptions): Promise<Transaction>;
  deposit(input: Money & Payment, options?: CallOptions): Promise<Transaction>;
  /** `tokenAccount` is the wallet's UTILITY account; default: its associated account. */
  withdraw(
    input: Money & Payment & { readonly tokenAccount?: string },
    options?: CallOptions,
  ): Promise<Transaction>;
  /** Lets the service bet for the wallet and do nothing else. Replaces earlier limits. */
  allow(input: Allowance & Payment, options?: CallOptions): Promise<Transaction>;
  /** Ends the permission to bet for the wallet. */
  revoke(input?: Payment, options?: CallOptions): Promise<Transaction>;
  /** Whether winnings are sent to the wallet; at once those in `sweepable` of the account. */
  setAutoWithdraw(
    input: Payment & { readonly enabled: boolean },
    options?: CallOptions,
  ): Promise<Transaction>;
}

export interface WalletContext {
  readonly operations: Operations;
  readonly signer: Signer | undefined;
}

type AnyAction = PrepareAccountRequest['actions'][number];
type ActionType = 'open' | 'deposit' | 'withdraw' | 'delegate' | 'autoWithdraw';
type Action = Extract<AnyAction, { readonly type: ActionType }>;

const SLOTS = 16;

export function createWalletActions(context: WalletContext): WalletActions {
  const { operations } = context;

  async function run(
    { feePayer = 'relayer', wait = 'confirmed' }: Payment = {},
    options: CallOptions = {},
    ...actions: readonly Action[]
  ): Promise<Transaction> {
    const { signer, forms, decimals } = await takeWallet(context);
    const expected = actions.map((action) => formsOf(action, forms, decimals));
    const { transaction } = await operations.prepareAccountTransaction(
      { actions, wallet: signer.address, feePayer },
      options,
    );
    const signed = await signChecked(signer, transaction, forms, feePayer, () => expected);
    const sent = await operations.submitTransaction({ transaction: signed }, options);
    if (isSettled(sent.state, wait)) return sent;
    const { transactionId } = sent;
    return settle(operations, wait, options, (each) =>
      operations.getTransaction({ transactionId }, each),
    );
  }

  const move =
    (type: 'deposit' | 'withdraw'): WalletActions['withdraw'] =>
    ({ currency, amount, tokenAccount, ...payment }, options) =>
      run(payment, options, { type, currency, amount, tokenAccount } as Action);

  return {
    openAccount: async ({ slots = SLOTS, deposit, allow, ...payment } = {}, options) =>
      run(
        payment,
        options,
        { type: 'open', slots },
        ...(deposit ? [{ type: 'deposit', ...deposit } as const] : []),
        ...(allow ? [delegation(allow)] : []),
      ),
    deposit: move('deposit'),
    withdraw: move('withdraw'),
    allow: async (input, options) => run(input, options, delegation(input)),
    revoke: (payment, options) => run(payment, options, { type: 'delegate', delegate: null }),
    setAutoWithdraw: (input, options) =>
      run(input, options, { type: 'autoWithdraw', enabled: input.enabled }),
  };
}

export async function takeWallet({ signer, operations }: WalletContext) {
  if (!signer) throw new ToteError('signer_missing', 'Give createTote a credential with a signer.');
  // Read each time, because the service may change its keys.
  const known = await operations.getConfig();
  const forms = await createForms(known, signer.address);
  // Those of SOL are no matter of the service, which could have a tenfold amount signed.
  const decimals = { ...known.decimals, SOL: DECIMALS.SOL };
  return { signer, forms, decimals };
}

/** A currency that is missing or 0 gets no allowance. */
export function delegation({ sol, utility, until }: Allowance) {
  const seconds = Math.floor(+new Date(until) / 1_000);
  if (!(seconds >= 0)) throw refuseInput('until is not a time.');
  const expiresAt = new Date(seconds * 1_000).toISOString();
  const allowance = { SOL: sol || undefined, UTILITY: utility || undefined };
  return { type: 'delegate', expiresAt, allowance } as const;
}

export function formsOf(action: Action, forms: Forms, decimals: Config['decimals']): string[] {
  const units = (amount: AmountInput | undefined, currency: Currency) =>
    readUnits(amount ?? 0n, decimals[currency]);
  if (action.type === 'open') return forms.open(action.slots as number);
  if (action.type === 'autoWithdraw') return forms.delegate(2, +action.enabled, NOBODY, 0, 0, 0);
  if (action.type === 'delegate') {
    const { delegate, expiresAt = 0, allowance = {} } = action;
    const keys = delegate === null ? [NOBODY] : forms.services;
    const allowed = [units(allowance.SOL, 'SOL'), units(allowance.UTILITY, 'UTILITY')];
    const until = +new Date(expiresAt) / 1_000;
    return keys.flatMap((key) => forms.delegate(1, 0, key, until, ...allowed));
  }
  const { type, currency, amount, tokenAccount } = action as typeof action & {
    readonly tokenAccount?: string;
  };
  const token = tokenAccount && decodeAddress(tokenAccount);
  return forms.money(type, currency, units(amount, currency), token);
}
