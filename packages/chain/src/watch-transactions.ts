// Reports transactions of the program as soon as they are confirmed. This is only a hint: a
// subscription may break or stop without an error, so the lists of signatures are also read.
import type { Address, RpcSubscriptions, SolanaRpcSubscriptionsApi } from '@solana/kit';
import { ReconnectingSubscription } from './reconnecting-subscription.ts';

interface WatchOptions {
  readonly rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi> | undefined;
  readonly programAddress: Address;
  readonly onTransaction: (signature: string) => void;
  readonly wallMs: () => number;
}

export function watchTransactions(options: WatchOptions): { close(): void } {
  const { rpcSubscriptions, programAddress, onTransaction, wallMs } = options;
  if (!rpcSubscriptions) return { close: () => undefined };
  return new ReconnectingSubscription({
    open: (abortSignal) =>
      rpcSubscriptions
        .logsNotifications({ mentions: [programAddress] }, { commitment: 'confirmed' })
        .subscribe({ abortSignal }),
    onNotification: (notification) => {
      if (notification) onTransaction(notification.value.signature);
    },
    wallMs,
  });
}
