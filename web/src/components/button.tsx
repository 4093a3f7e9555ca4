import type { ComponentProps } from 'preact';

/** A button that submits no form. */
export const Button = (props: ComponentProps<'button'>) => (
  <button type="button" class="button" {...props} />
);
