// Connects to a chain. The embedded one and a cluster differ only in the transport.
import {
  type Address,
  createSolanaRpcSubscriptionsFromTransport,
  type RpcSubscriptionsTransport,
  type RpcTransport,
} from '@solana/kit';
import { DomainError } from '@tote/domain';
import { findProgramAddresses } from '@tote/program-client';
import { NO_ACCOUNT_CHANGES, SubscribedChanges } from './account-changes.ts';
import { ProgramAccounts } from './accounts.ts';
import { CachedBlockhashes } from './cached-blockhashes.ts';
import type { Chain } from './chain.ts';
import { createFetchFromBlock } from './fetch-from-block.ts';
import { createFetchLanded } from './fetch-landed.ts';
import { TransactionFailed } from './landed.ts';
import { SubscribedHints } from './landing-hints.ts';
import { CachedRecentFees } from './recent-fees.ts';
import { RpcClient } from './rpc-client.ts';
import { SampledClock } from './sampled-clock.ts';
import { SendingLander, type SendingLanderOptions } from './sending-lander.ts';
import { findTakesVersion1 } from './takes-version-1.ts';
import { watchTransactions } from './watch-transactions.ts';
import { writeTransaction } from './write-transaction.ts';

interface OpenChainOptions {
  transport: RpcTransport;
  /** Without it, changes are found by polling only. */
  subscriptionsTransport?: RpcSubscriptionsTransport;
  programAddress: Address;
  wallMs: () => number;
  sampleMs?: number;
  timeoutMs?: number;
  pace?: SendingLanderOptions['pace'];
  hasLandTransaction?: boolean;
}

const SAMPLE_MS = 1_000;

export async function openChain(options: OpenChainOptions): Promise<Chain> {
  const { transport, programAddress, wallMs, sampleMs = SAMPLE_MS, timeoutMs, pace } = options;
  const client = new RpcClient({ transport, timeoutMs });
  const addresses = await findProgramAddresses({ programAddress });
  const genesisHash = await client.rpc.getGenesisHash().send();
  const clock = await SampledClock.start({ client, wallMs, sampleMs });
  const blockhashes = new CachedBlockhashes({ client, clock, wallMs });
  const fetchLanded = createFetchLanded(client, programAddress);
  const { hasLandTransaction } = options;
  const { subscriptionsTransport } = options;
  const rpcSubscriptions =
    subscriptionsTransport && createSolanaRpcSubscriptionsFromTransport(subscriptionsTransport);
  // The embedded chain answers with the result.
  const hints =
    rpcSubscriptions && !hasLandTransaction
      ? new SubscribedHints({ rpcSubscriptions, wallMs })
      : undefined;
  const lander = new SendingLander({
    ...{ client, programAddress, fetchLanded, wallMs, pace, hints, hasLandTransaction },
    newestSlot: () => clock.slot(),
  });
  const probe = { programAddress, payer: addresses.config };
  const takesVersion1 = hasLandTransaction || (await findTakesVersion1(client, probe));
  const sign: Chain['sign'] = async (instructions, keys, signOptions) =>
    writeTransaction(instructions, keys, await blockhashes.latest(), signOptions);
  return {
    rpc: client.rpc,
    programAddress,
    addresses,
    genesisHash,
    clock,
    blockhashes,
    lander,
    isAway: () => client.isAway,
    accounts: new ProgramAccounts({ client, programAddress, addresses }),
    recentFees: new CachedRecentFees({ client, wallMs }),
    takesVersion1,
    fetchLanded,
    fetchFromBlock: createFetchFromBlock(client, programAddress),
    watchAccounts: (onChange) =>
      rpcSubscriptions
        ? new SubscribedChanges({ rpcSubscriptions, onChange, wallMs })
        : NO_ACCOUNT_CHANGES,
    watchTransactions: (onTransaction) =>
      watchTransactions({ rpcSubscriptions, programAddress, onTransaction, wallMs }),
    sign,
    async send(instructions, keys, signOptions) {
      const landing = await lander.land(await sign(instructions, keys, signOptions));
      if (landing.kind === 'expired') throw new DomainError('chain_unavailable');
      if (landing.kind === 'refused') throw new TransactionFailed(landing.failure);
      if (landing.landed.error) throw new TransactionFailed(landing.landed.error);
      return landing.landed;
    },
    async close() {
      clock.close();
      lander.close();
    },
  };
}
