import { signal, useSignal } from '@preact/signals';
import type { Address } from '@solana/kit';
import { useEffect } from 'preact/hooks';
import { plainText } from '../format/words.ts';
import type { Deployment } from './chain/deployment.ts';
import type { ChainMarket } from './chain/markets.ts';
import { fetchQuestion, isQuestion, toHex } from './chain/question.ts';

type Known = 'reading' | 'unknown' | { readonly text: string };

const known = signal<ReadonlyMap<Address, Known>>(new Map());

const set = (market: Address, value: Known) => {
  known.value = new Map(known.value).set(market, value);
};

/** Reads run one after the other, because nodes limit the request rate. */
let last: Promise<unknown> = Promise.resolve();

/** By deployment, because another node may have a question that this one does not. */
const asked = new Map<Address, Deployment>();

function read(deployment: Deployment, market: ChainMarket): void {
  const { address } = market;
  const found = known.peek().get(address);
  if (typeof found === 'object' || asked.get(address) === deployment) return;
  asked.set(address, deployment);
  set(address, 'reading');
  const fetched = last.then(() => fetchQuestion(deployment, market));
  last = fetched.then(
    (text) => set(address, text === undefined ? 'unknown' : { text }),
    () => set(address, 'unknown'),
  );
}

export function Question({ deployment, market }: { deployment: Deployment; market: ChainMarket }) {
  useEffect(() => read(deployment, market), [deployment, market]);
  const found = known.value.get(market.address) ?? 'reading';
  if (found === 'reading') return <h3 class="quiet">Reading the question …</h3>;
  if (found === 'unknown') return <Unknown market={market} />;
  return <h3 dir="auto">{plainText(found.text)}</h3>;
}

function Unknown({ market }: { readonly market: ChainMarket }) {
  const text = useSignal('');
  const isWrong = useSignal(false);
  return (
    <form
      class="stack"
      onSubmit={async (event) => {
        event.preventDefault();
        const given = text.value.trim();
        isWrong.value = !(await isQuestion(given, market));
        if (!isWrong.value) set(market.address, { text: given });
      }}
    >
      <h3>Question unknown</h3>
      <p class="quiet">
        The node no longer has the question. Its hash is{' '}
        <code>{toHex(market.account.questionHash)}</code>.
      </p>
      <label>
        <span>Paste the question, to check that it is this market</span>
        <input
          type="text"
          autocomplete="off"
          value={text.value}
          aria-invalid={isWrong.value}
          onInput={({ currentTarget: { value } }) => {
            text.value = value;
            isWrong.value = false;
          }}
        />
      </label>
      {isWrong.value && (
        <p role="alert">This is not the question of this market: its hash differs.</p>
      )}
      <button type="submit" class="button">
        Check
      </button>
    </form>
  );
}
