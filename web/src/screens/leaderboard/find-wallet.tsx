import { useSignal } from '@preact/signals';
import { submitting, typedInto } from '../../components/forms.tsx';
import { isAddress } from '../../format/words.ts';
import { navigate } from '../../navigation/router.ts';

export function FindWallet() {
  const isWrong = useSignal(false);
  const text = useSignal('');
  const go = () => {
    const address = text.value.trim();
    isWrong.value = !isAddress(address);
    if (!isWrong.value) navigate(`/w/${address}`);
  };
  return (
    <form class="ask" onSubmit={submitting(go)}>
      <label>
        <span>Look up a wallet</span>
        <input
          type="text"
          placeholder="Its address"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={isWrong.value}
          aria-describedby="find-wallet-hint"
          {...typedInto(text)}
        />
      </label>
      <button type="submit" class="button">
        Show
      </button>
      <p id="find-wallet-hint" class="small" role="status">
        {isWrong.value && 'Not an address: it must have 32 to 44 letters and digits.'}
      </p>
    </form>
  );
}
