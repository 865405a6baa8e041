import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  Label,
  Text,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { Details } from './Details.tsx';
import styles from './Field.module.css';
import { IconButton } from './IconButton.tsx';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> {
  readonly label: string;
  /** Keeps the label for screen readers only. */
  readonly isLabelHidden?: boolean;
  readonly help?: string | undefined;
  /** Shown in place of `help`; its presence marks the field as wrong. */
  readonly error?: string | null | undefined;
  /** What was thrown, where that is what the error is about. */
  readonly cause?: unknown;
  readonly icon?: ReactNode;
  readonly placeholder?: string;
  /** Names of the button that shows or hides a password; given only for `type="password"`. */
  readonly reveal?: { readonly show: string; readonly hide: string };
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** One line of text with its label, help and error. */
export function TextField({
  label,
  isLabelHidden = false,
  help,
  error,
  cause,
  icon,
  placeholder,
  reveal,
  type = 'text',
  className,
  inputRef,
  ...rest
}: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const hasError = error !== null && error !== undefined;
  return (
    <AriaTextField
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      type={isShown ? 'text' : type}
      isInvalid={hasError}
      className={classes(styles.field, className)}
    >
      {!isLabelHidden && <Label className={styles.label}>{label}</Label>}
      <div className={styles.frame}>
        {icon}
        <Input
          className={styles.input ?? ''}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
        {reveal !== undefined && (
          <IconButton
            size="sm"
            className={styles.reveal}
            label={isShown ? reveal.hide : reveal.show}
            icon={isShown ? <EyeOff size={16} /> : <Eye size={16} />}
            onPress={() => setShown(!isShown)}
          />
        )}
      </div>
      {hasError && (
        <Text slot="errorMessage" className={styles.error ?? ''}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </Text>
      )}
      {hasError && <Details of={cause} />}
      {!hasError && help !== undefined && (
        <Text slot="description" className={styles.help ?? ''}>
          {help}
        </Text>
      )}
    </AriaTextField>
  );
}
