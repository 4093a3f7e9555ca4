import type { LeadOnce } from '../in-process.ts';
import type { Leases } from './leases.ts';
import { aborted } from './watched-client.ts';

/** Waits for the lease, works until it is stopped or the lease is lost, and gives it back. */
export function leadOnce(
  leases: Leases,
  role: string,
  work: (signal: AbortSignal) => Promise<void>,
): LeadOnce {
  return async (stop) => {
    const lease = leases.add({ name: `lead ${role}`, isWanted: () => true });
    try {
      while (!stop.aborted && !lease.signal) {
        await Promise.race([lease.changed(), aborted(stop)]);
      }
      const { signal } = lease;
      if (signal && !stop.aborted) await work(AbortSignal.any([stop, signal]));
    } finally {
      await leases.remove([lease]);
    }
  };
}
