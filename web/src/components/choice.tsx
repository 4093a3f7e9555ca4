interface ChoiceProps<T extends string> {
  readonly name: string;
  readonly options: Readonly<Partial<Record<T, string>>>;
  readonly value: T;
  choose(value: T): void;
}

export function Choice<T extends string>({ name, options, value, choose }: ChoiceProps<T>) {
  return (
    <fieldset class="choice">
      <legend>{name}</legend>
      <div class="choice-options">
        {(Object.entries(options) as [T, string][]).map(([each, words]) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              checked={each === value}
              onChange={() => choose(each)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
