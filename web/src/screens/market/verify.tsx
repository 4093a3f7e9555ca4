import { useSignal } from '@preact/signals';
import type { Check, Verification } from '@tote/verify';
import { submitting } from '../../components/forms.tsx';
import { Notice } from '../../components/notice.tsx';
import { config } from '../../data/tote.ts';
import { plainText } from '../../format/words.ts';
import { CannotVerify, findFault, runVerification } from './run-verification.ts';

type State =
  | { readonly state: 'idle' | 'running' }
  | { readonly state: 'failed'; readonly reason: string }
  | {
      readonly state: 'done';
      readonly verification: Verification;
      readonly seconds: string;
      readonly node: string;
    };

export function Verify({ marketId }: { readonly marketId: string }) {
  const edited = useSignal<string | undefined>(undefined);
  const state = useSignal<State>({ state: 'idle' });
  const checks = useSignal<readonly Check[]>([]);
  const rpc = edited.value ?? config.value?.rpcUrl ?? '';
  const run = async () => {
    const fault = findFault(rpc);
    if (fault) {
      state.value = { state: 'failed', reason: fault };
      return;
    }
    state.value = { state: 'running' };
    checks.value = [];
    const start = performance.now();
    try {
      const verification = await runVerification(marketId, rpc, (check) => {
        checks.value = [...checks.value, check];
      });
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      state.value = { state: 'done', verification, seconds, node: new URL(rpc).origin };
    } catch (error) {
      state.value = { state: 'failed', reason: reasonOf(error) };
    }
  };
  const isRunning = state.value.state === 'running';
  return (
    <section class="sheet stack verify" aria-labelledby="verify">
      <h2 id="verify">Verify it yourself</h2>
      <p>
        Your browser can read the chain itself, compute the outcome and every payout again, and
        compare them with our receipt. Choose a node you trust. <code>tote verify</code> does the
        same without this page.
      </p>
      <form class="ask" onSubmit={submitting(run)}>
        <label>
          <span>Solana node (RPC address)</span>
          <input
            type="text"
            inputMode="url"
            spellcheck={false}
            autocomplete="off"
            value={rpc}
            onInput={({ currentTarget: { value } }) => {
              edited.value = value.trim();
            }}
          />
        </label>
        <button type="submit" class="button button-main" disabled={isRunning}>
          {isRunning ? 'Checking …' : 'Verify in this browser'}
        </button>
      </form>
      <Result state={state.value} />
      <ol class="checks">
        {checks.value.map((check) => (
          <CheckLine check={check} />
        ))}
      </ol>
    </section>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof CannotVerify) return error.message;
  const { message } = error as Error;
  return `It could not be checked: ${plainText(message)} Try again, or use another node.`;
}

function Result({ state }: { readonly state: State }) {
  if (state.state === 'failed') {
    return (
      <Notice kind="error">
        <p>{state.reason}</p>
      </Notice>
    );
  }
  if (state.state !== 'done') return null;
  const { verification, seconds, node } = state;
  const { recomputed, oracleWord, different, unchecked } = verification.counts;
  const parts = [
    `${recomputed} recomputed`,
    ...(oracleWord > 0 ? [`${oracleWord} by the oracle’s word`] : []),
    ...(different > 0 ? [`${different} different`] : []),
    ...(unchecked > 0 ? [`${unchecked} could not be checked`] : []),
  ];
  return (
    <p class={verification.isTrue ? 'verdict verdict-good' : 'verdict verdict-bad'} role="status">
      <strong>{verification.isTrue ? '✓ Verified' : '× Not verified'}</strong>: {parts.join(', ')},
      in {seconds} s. Checked by your browser against {node}.
    </p>
  );
}

const MARKS = {
  ok: ['✓', 'same'],
  said: ['“', 'the oracle’s word'],
  different: ['×', 'different'],
  unchecked: ['?', 'not checked'],
} as const;

function CheckLine({ check: { name, status, text } }: { readonly check: Check }) {
  const [mark, word] = MARKS[status];
  return (
    <li class={`check check-${status}`}>
      <span class="check-mark">
        <span aria-hidden="true">{mark}</span> <span class="visually-hidden">{word}</span>
      </span>
      <span>
        <strong>{plainText(name)}</strong> <span dir="auto">{plainText(text)}</span>
      </span>
    </li>
  );
}
