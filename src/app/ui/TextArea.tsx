import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Label,
  Text,
} from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Field.module.css';

export interface TextAreaProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'type'> {
  readonly label: string;
  /** Characters so far and allowed, printed beside the label; the count is not enforced here. */
  readonly counter?: { readonly length: number; readonly max: number };
  /** Stands at the right of the label. */
  readonly aside?: ReactNode;
  readonly error?: string | null | undefined;
  /** What is to be known about it, under it. */
  readonly help?: string | null;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly className?: string | undefined;
}

/** Several lines of text with label, counter and error. */
export function TextArea({
  label,
  counter,
  aside,
  error,
  help = null,
  placeholder,
  rows = 3,
  className,
  ...rest
}: TextAreaProps) {
  const hasError = error !== null && error !== undefined;
  return (
    <AriaTextField {...rest} isInvalid={hasError} className={classes(styles.field, className)}>
      <div className={styles.head}>
        <Label className={styles.label}>{label}</Label>
        {counter !== undefined && (
          <span className={styles.counter}>
            {counter.length}/{counter.max}
          </span>
        )}
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      <AriaTextArea
        className={styles.area ?? ''}
        rows={rows}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
      {help !== null && !hasError && (
        <Text slot="description" className={styles.help ?? ''}>
          {help}
        </Text>
      )}
      {hasError && (
        <Text slot="errorMessage" className={styles.error ?? ''}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </Text>
      )}
    </AriaTextField>
  );
}
