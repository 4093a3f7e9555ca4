import type { ComponentChildren } from 'preact';

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
