import { FormField } from './form-field.tsx';

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
