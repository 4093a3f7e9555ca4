import type { Signal } from '@preact/signals';

/** Attributes of a field whose text is kept in a signal. */
export const typedInto = (text: Signal<string>) => ({
  value: text.value,
  onInput(event: { readonly currentTarget: { readonly value: string } }) {
    text.value = event.currentTarget.value;
  },
});

/** Handles the submission of a form instead of the browser. */
export const submitting = (run: () => unknown) => (event: Event) => {
  event.preventDefault();
  run();
};
