import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Segments.module.css';

/** One choice of a few, side by side: a radio group. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  isWide = false,
  isDisabled = false,
}: {
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon?: ReactNode;
    /** After the label. */
    readonly aside?: ReactNode;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isWide?: boolean;
  readonly isDisabled?: boolean;
}) {
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      className={classes(styles.group, isWide && styles.wide)}
      value={value}
      isDisabled={isDisabled}
      onChange={(next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles.option ?? ''}>
          {option.icon}
          {option.label}
          {option.aside}
        </Radio>
      ))}
    </RadioGroup>
  );
}
