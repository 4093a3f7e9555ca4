import type { Signal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';

/** A button that submits no form. */
export const Button = (props: ComponentProps<'button'>) => (
  <button type="button" class="button" {...props} />
);

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
export const chosenInto = <T,>(chosen: Signal<T>) => ({
  value: chosen.value,
  choose(value: NonNullable<T>) {
    chosen.value = value;
  },
});

/** Attributes of a field for an amount. Number fields read 1,5 as 15 in some languages. */
export const AMOUNT = { type: 'text', inputMode: 'decimal', autocomplete: 'off' } as const;

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

interface SelectFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  /** What is shown for each value. */
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
  onInput(event: { readonly currentTarget: { readonly value: string } }): void;
}

export function SelectField({ label, error, options, ...field }: SelectFieldProps) {
  return (
    <FormField label={label} error={error}>
      {(attributes) => (
        <select {...attributes} {...field}>
          {Object.entries(options).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

interface RadiosProps<T extends string> {
  readonly name: string;
  readonly options: Readonly<Partial<Record<T, ComponentChildren>>>;
  readonly value: T | undefined;
  choose(value: T): void;
  /** The class of each label. */
  readonly class?: string;
}

export function Radios<T extends string>(props: RadiosProps<T>) {
  const { name, options, value, choose } = props;
  return (
    <>
      {(Object.entries(options) as [T, ComponentChildren][]).map(([each, words]) => (
        <label key={each} class={props.class}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => choose(each)}
          />
          {words}
        </label>
      ))}
    </>
  );
}

export const Choice = <T extends string>(props: RadiosProps<T>) => (
  <fieldset class="choice">
    <legend>{props.name}</legend>
    <div class="choice-options">
      <Radios {...props} />
    </div>
  </fieldset>
);
