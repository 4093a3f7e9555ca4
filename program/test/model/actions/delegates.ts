import { largest } from '@tote/chain/lib/bigints';
import { getSetDelegateInstruction, NO_ADDRESS } from '@tote/program-client';
import { addresses } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { FOREIGN } from '../../support/terms.ts';
import { openAccount } from '../coins.ts';
import { type Bettor, type BettorAccount, type Model, NO_BET_IDS, type Pair } from '../model.ts';
import type { Transaction } from '../plan.ts';
import { isOperator } from './config.ts';

export interface Delegation {
  delegate: Key;
  expiresAt: bigint;
  allowance: Pair;
}

/** At least one of the two; null takes the delegate away. */
export interface SetDelegateArgs {
  bettor: Bettor;
  delegation?: Delegation | null;
  autoWithdraw?: boolean;
}

export function setDelegate(model: Model, args: SetDelegateArgs): Transaction {
  const { bettor, delegation, autoWithdraw } = args;
  return {
    kind: `set_delegate${describe(args)}`,
    build: () =>
      getSetDelegateInstruction({
        wallet: bettor.key.signer,
        bettor: bettor.address,
        config: addresses.config,
        delegation: delegation && {
          delegate: delegation.delegate.address,
          expiresAt: delegation.expiresAt,
          allowanceSol: delegation.allowance[0],
          allowanceUtility: delegation.allowance[1],
        },
        autoWithdraw,
      }),
    apply() {
      const account = openAccount(bettor);
      if (autoWithdraw !== undefined) account.isAutoWithdraw = autoWithdraw;
      if (delegation !== undefined) startEpoch(model, account, delegation);
      return {
        name: 'DelegateSet',
        flags: account.isAutoWithdraw ? 1 : 0,
        delegateGeneration: account.delegateGeneration,
        bettor: bettor.address,
        delegate: account.delegate?.address ?? NO_ADDRESS,
        epoch: account.epoch,
        expiresAt: account.delegateExpiresAt,
        allowanceSol: account.allowance[0],
        allowanceUtility: account.allowance[1],
      };
    },
  };
}

function describe({ delegation, autoWithdraw }: SetDelegateArgs): string {
  const parts: string[] = [];
  if (delegation !== undefined) parts.push(delegation ? 'delegate' : 'nobody');
  if (autoWithdraw !== undefined) parts.push(autoWithdraw ? 'auto on' : 'auto off');
  return ` (${parts.join(', ')})`;
}

/** Epochs are slots, and each is used once; ids start again with it. */
function startEpoch(model: Model, account: BettorAccount, delegation: Delegation | null): void {
  account.epoch = largest(account.epoch + 1n, model.slot);
  account.betIds = NO_BET_IDS;
  account.delegate = delegation?.delegate ?? null;
  const isOurs = delegation !== null && isOperator(model, delegation.delegate);
  account.delegateGeneration = isOurs ? model.config.operatorGeneration : FOREIGN;
  account.delegateExpiresAt = delegation?.expiresAt ?? 0n;
  account.allowance = delegation ? [...delegation.allowance] : [0n, 0n];
}
