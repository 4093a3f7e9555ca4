interface TableHeadProps {
  readonly names: readonly string[];
  /** Which of the columns have numbers, from 0. */
  readonly numbers: readonly number[];
}

export const TableHead = ({ names, numbers }: TableHeadProps) => (
  <thead>
    <tr>
      {names.map((name, index) => (
        <th key={name} scope="col" class={numbers.includes(index) ? 'number' : undefined}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
