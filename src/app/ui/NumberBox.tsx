import { Label, NumberField } from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './NumberBox.module.css';
import { NumberInput, TYPED_NUMBER } from './NumberInput.tsx';

/** A unit that a number is printed with, and may be typed with, as `Intl.NumberFormat` names them. */
export type NumberUnit = 'degree' | 'millimeter' | 'centimeter' | 'meter' | 'inch';

/**
 * An exact number with its name over it. What is typed counts when the field is left, or with Enter; arrows change it by 1.
 *
 * @param decimals Digits behind the point that are shown: a value with more stays as it is while nobody types.
 */
export function NumberBox({
  label,
  isLabelHidden = false,
  value,
  decimals,
  unit,
  minValue,
  maxValue,
  isDisabled = false,
  className,
  onChange,
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: number;
  readonly decimals: number;
  readonly unit?: NumberUnit;
  readonly minValue?: number;
  readonly maxValue?: number;
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberField
      className={classes(styles.box, className)}
      value={Math.round(value * 10 ** decimals) / 10 ** decimals + 0}
      isDisabled={isDisabled}
      formatOptions={{
        ...TYPED_NUMBER,
        maximumFractionDigits: decimals,
        ...(unit === undefined
          ? {}
          : { style: 'unit', unit, unitDisplay: unit === 'degree' ? 'narrow' : 'short' }),
      }}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      {...(minValue === undefined ? {} : { minValue })}
      {...(maxValue === undefined ? {} : { maxValue })}
      onChange={(next) => {
        if (Number.isFinite(next)) onChange(next);
      }}
    >
      {!isLabelHidden && <Label className={styles.label}>{label}</Label>}
      <NumberInput className={styles.input ?? ''} />
    </NumberField>
  );
}
