import { Minus, Plus } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Button, Group, NumberField, type NumberFieldProps } from 'react-aria-components';
import { classes } from './classes.ts';
import { NumberInput, TYPED_NUMBER } from './NumberInput.tsx';
import styles from './Stepper.module.css';

export interface StepperProps extends Omit<NumberFieldProps, 'children' | 'className' | 'style'> {
  readonly label: string;
  readonly className?: string | undefined;
}

/** A small number between two buttons; it can be typed as well. As wide as the longest that it can be. */
export function Stepper({ label, className, formatOptions, ...rest }: StepperProps) {
  const { minValue = 0, maxValue = 0, step = 1 } = rest;
  const decimals = String(step).split('.')[1]?.length ?? 0;
  const digits = Math.max(...[minValue, maxValue].map((value) => value.toFixed(decimals).length));
  const style = { '--digits': digits } as CSSProperties;
  return (
    <NumberField
      {...rest}
      formatOptions={{ ...TYPED_NUMBER, maximumFractionDigits: decimals, ...formatOptions }}
      aria-label={label}
      className={classes(styles.stepper, className)}
      style={style}
    >
      <Group className={styles.group ?? ''}>
        <Button slot="decrement" className={styles.button ?? ''}>
          <Minus size={14} aria-hidden="true" />
        </Button>
        <NumberInput className={styles.input ?? ''} />
        <Button slot="increment" className={styles.button ?? ''}>
          <Plus size={14} aria-hidden="true" />
        </Button>
      </Group>
    </NumberField>
  );
}
