import { Minus, Plus } from 'lucide-react';
import { Button, Group, Input, NumberField, type NumberFieldProps } from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Stepper.module.css';

export interface StepperProps extends Omit<NumberFieldProps, 'children' | 'className' | 'style'> {
  readonly label: string;
  readonly className?: string | undefined;
}

/** A small whole number between two buttons; it can be typed as well. */
export function Stepper({ label, className, ...rest }: StepperProps) {
  return (
    <NumberField {...rest} aria-label={label} className={classes(styles.stepper, className)}>
      <Group className={styles.group ?? ''}>
        <Button slot="decrement" className={styles.button ?? ''}>
          <Minus size={14} aria-hidden="true" />
        </Button>
        <Input className={styles.input ?? ''} />
        <Button slot="increment" className={styles.button ?? ''}>
          <Plus size={14} aria-hidden="true" />
        </Button>
      </Group>
    </NumberField>
  );
}
