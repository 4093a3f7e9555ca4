import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldAttributes {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': 'true' | undefined;
}

interface FormFieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  children(attributes: FieldAttributes): ComponentChildren;
}

/** An input with its label and its error, which screen readers read with it. */
export function FormField({ label, hint, error, children }: FormFieldProps) {
  const id = useId();
  const attributes = {
    id,
    'aria-describedby': `${id}-hint ${id}-error`,
    'aria-invalid': error ? ('true' as const) : undefined,
  };
  return (
    <div class={error ? 'form-field form-field-wrong' : 'form-field'}>
      <label for={id}>{label}</label>
      {children(attributes)}
      <div class="form-hint" id={`${id}-hint`}>
        {hint}
      </div>
      <p class="form-error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
