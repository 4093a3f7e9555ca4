import type { Market } from '@tote/sdk';
import { WalletId } from '../../components/chain-id.tsx';
import { exactly } from '../../format/amounts.ts';
import { type BetLine, sumStakes } from './market-data.ts';

interface PositionsProps {
  readonly market: Market;
  readonly bets: readonly BetLine[];
}

const SHOWN = 5;

/** Computed from the bets that were read. If there are more bets, the heading says so. */
export function Positions({ market, bets }: PositionsProps) {
  const largest = sumStakes(bets, SHOWN);
  if (largest.length === 0) return null;
  const isWhole = bets.length >= market.betCount;
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Biggest positions</h2>
      {!isWhole && <p class="quiet">Based on the last {bets.length} bets.</p>}
      <table class="rows">
        <thead>
          <tr>
            <th>Wallet</th>
            <th class="number">Yes ({market.currency})</th>
            <th class="number">No ({market.currency})</th>
          </tr>
        </thead>
        <tbody>
          {largest.map(({ wallet, Yes, No }) => (
            <tr key={wallet}>
              <td>
                <WalletId wallet={wallet} />
              </td>
              <td class="number">{exactly(Yes, market.currency)}</td>
              <td class="number">{exactly(No, market.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
