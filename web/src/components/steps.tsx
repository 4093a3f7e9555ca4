interface StepsProps<T extends string> {
  /** What is shown for each, in their order. */
  readonly names: Readonly<Record<T, string>>;
  readonly at: T;
}

/** How far something has come. */
export function Steps<T extends string>({ names, at }: StepsProps<T>) {
  const all = Object.keys(names) as T[];
  return (
    <ol class="steps">
      {all.map((name) => (
        <li
          key={name}
          class={all.indexOf(name) <= all.indexOf(at) ? 'step-reached' : undefined}
          aria-current={name === at ? 'step' : undefined}
        >
          {names[name]}
        </li>
      ))}
    </ol>
  );
}
