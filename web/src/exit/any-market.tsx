// Markets of others: anybody may end those that are due, and nobody can gain by it.

import { signal, useSignal } from '@preact/signals';
import type { Address } from '@solana/kit';
import { parseMarket } from '@tote/verify/addresses';
import { Button, submitting, typedInto } from '../components/forms.tsx';
import { fetchMarkets, listMarkets } from './chain/markets.ts';
import { ExitError } from './chain/node.ts';
import { MarketCard } from './market-card.tsx';
import { nextStep } from './market-state.ts';
import { addMarkets, run, type View } from './state.ts';

const SHOWN = 50;

const found = signal<readonly Address[]>([]);
const left = signal(0);

export function AnyMarket({ view }: { readonly view: View }) {
  const text = useSignal('');
  const { deployment, holdings, markets, chainTime: now } = view;
  const find = () =>
    run(async () => {
      const market = parseMarket(text.value.trim());
      if (!market) throw new ExitError('Enter the id or the address of a market.');
      const [there] = await fetchMarkets(deployment, [market]);
      if (!there) {
        throw new ExitError('No such market: it was closed, or belongs to another program.');
      }
      await show([market], 0);
    });
  const listAll = () =>
    run(async () => {
      const all = await listMarkets(deployment);
      const due = all.filter((market) => nextStep(market, now));
      const addresses = due.slice(0, SHOWN).map(({ address }) => address);
      await show(addresses, all.length - addresses.length);
    });
  return (
    <section class="stack" aria-labelledby="exit-any">
      <h2 id="exit-any">Any market</h2>
      <p>
        Anybody can settle, refund and close markets when they are due. The program pays those who
        are owed, and nobody else.
      </p>
      <form class="ask" onSubmit={submitting(find)}>
        <label class="wide">
          <span>Id or address of a market</span>
          <input type="text" spellcheck={false} autocomplete="off" {...typedInto(text)} />
        </label>
        <button type="submit" class="button">
          Find it
        </button>
        <Button onClick={listAll}>List markets that are due</Button>
      </form>
      <ul class="stack">
        {found.value
          .flatMap((address) => markets.get(address) ?? [])
          .map((market) => (
            <li key={market.address}>
              <MarketCard {...{ deployment, holdings, market, now }} />
            </li>
          ))}
      </ul>
      {left.value > 0 && <p class="quiet">{left.value} more markets have nothing due now.</p>}
    </section>
  );
}

async function show(addresses: readonly Address[], others: number): Promise<void> {
  await addMarkets(addresses);
  found.value = addresses;
  left.value = others;
}
