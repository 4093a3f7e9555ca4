import type { Signal } from '@preact/signals';

/** Attributes of a field whose text is kept in a signal. */
export const typedInto = <T extends string>(text: Signal<T>) => ({
  value: text.value,
  onInput(event: { readonly currentTarget: { readonly value: string } }) {
    text.value = event.currentTarget.value as T;
  },
});

/** Handles the submission of a form instead of the browser. */
export const submitting = (run: () => unknown) => (event: Event) => {
  event.preventDefault();
  run();
};

/** Attributes of a choice that is kept in a signal. */
export const chosenInto = <T>(chosen: Signal<T>) => ({
  value: chosen.value,
  choose(value: NonNullable<T>) {
    chosen.value = value;
  },
});

/** Attributes of a field for an amount. Number fields read 1,5 as 15 in some languages. */
export const AMOUNT = { type: 'text', inputMode: 'decimal', autocomplete: 'off' } as const;
