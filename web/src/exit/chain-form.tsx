import { Fact } from '../components/figures.tsx';
import { submitting, typedInto } from '../components/forms.tsx';
import { Notice } from '../components/notice.tsx';
import { bothTimes } from '../format/times.ts';
import { clusterName } from './chain/deployment.ts';
import { connect, isReading, programText, rpcUrl, view } from './state.ts';

export function ChainForm() {
  return (
    <section class="sheet stack" aria-labelledby="exit-chain">
      <h2 id="exit-chain">1. The chain</h2>
      <form class="ask" onSubmit={submitting(connect)}>
        <label class="wide">
          <span>RPC address of a Solana node</span>
          <input
            type="text"
            inputMode="url"
            placeholder="https://…"
            spellcheck={false}
            autocomplete="off"
            {...typedInto(rpcUrl)}
          />
        </label>
        <label class="wide">
          <span>Address of the program</span>
          <input type="text" spellcheck={false} autocomplete="off" {...typedInto(programText)} />
        </label>
        <button
          type="submit"
          class={view.value ? 'button' : 'button button-main'}
          disabled={isReading.value}
        >
          {isReading.value ? 'Reading …' : view.value ? 'Read again' : 'Read the chain'}
        </button>
      </form>
      {!isSecureContext && (
        <Notice kind="error">
          <p>
            The browser does not let this page use cryptography. Open it from a file, or from an
            address that begins with https:// or http://localhost.
          </p>
        </Notice>
      )}
      <div role="status">
        <Chain />
      </div>
    </section>
  );
}

function Chain() {
  if (!view.value) {
    return (
      <p class="quiet">
        Any node of the chain will do. Your wallet's settings show one, and companies such as
        Helius, Triton and QuickNode offer free ones.
      </p>
    );
  }
  const { deployment, chainTime } = view.value;
  const at = chainTime * 1_000;
  return (
    <dl class="exit-facts columns">
      <Fact name="Chain">{clusterName(deployment.genesisHash)}</Fact>
      <Fact name="Hash of its first block">
        <code>{deployment.genesisHash}</code>
      </Fact>
      <Fact name="Chain time when this was read">
        <time dateTime={new Date(at).toISOString()}>{bothTimes(at)}</time>
      </Fact>
    </dl>
  );
}
