import { useSignal } from '@preact/signals';
import { type MarketPreview, ToteError } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { now } from '../../data/clock.ts';
import { config, tote } from '../../data/tote.ts';
import { writeInstant } from '../../format/local-input.ts';
import { type Draft, toMarket } from './draft.ts';
import { explainError, type FieldError } from './field-of-error.ts';

const PAUSE_MS = 350;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface Understood {
  readonly state: 'nothing' | 'reading' | 'read';
  readonly preview?: MarketPreview | undefined;
  readonly error?: FieldError | undefined;
  readonly isAway?: boolean;
}

export function usePreview(draft: Draft): Understood {
  const understood = useSignal<Understood>({ state: 'nothing' });
  const limits = config.value?.limits;
  const isLongEnough = draft.question.trim().length >= (limits?.questionCharactersMin ?? Infinity);
  const asked = isLongEnough ? JSON.stringify(toMarket(draft, draft.expireAt)) : '';
  // `asked` contains all relevant fields of the draft.
  useEffect(() => {
    if (!asked) {
      understood.value = { state: 'nothing' };
      return undefined;
    }
    understood.value = { ...understood.peek(), state: 'reading' };
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await readPreview(draft, controller.signal);
      if (!controller.signal.aborted) understood.value = answer;
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked]);
  return understood.value;
}

async function readPreview(draft: Draft, signal: AbortSignal): Promise<Understood> {
  const ask = (expireAt: string) => tote.value.previewMarket(toMarket(draft, expireAt), { signal });
  try {
    const preview = await ask(draft.expireAt || inOneDay());
    const proposed = preview.proposedExpireAt;
    const isProposed = !draft.expireAt && proposed && proposed !== preview.expireAt;
    return { state: 'read', preview: isProposed ? await ask(proposed) : preview };
  } catch (error) {
    const isAway = error instanceof ToteError && error.status === undefined;
    return { state: 'read', error: explainError(error), isAway };
  }
}

let lastDefault = 0;

/** The default end of a market, which stays the same while the visitor types. */
function inOneDay(): string {
  const wanted = now.peek() + DAY_MS;
  if (Math.abs(wanted - lastDefault) > DAY_MS / 24) {
    lastDefault = Math.ceil(wanted / MINUTE_MS) * MINUTE_MS;
  }
  return writeInstant(lastDefault);
}
