import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './Button.module.css';
import { classes } from './classes.ts';
import { Spinner } from './Spinner.tsx';
import { useTidyAnnouncer } from './use-tidy-announcer.ts';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'isPending' | 'style'> {
  readonly children: ReactNode;
  /** Primary is the one next action of a screen; solid-danger only confirms a deletion. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'solid-danger';
  readonly size?: 'sm' | 'md' | 'lg';
  readonly icon?: ReactNode;
  readonly isLoading?: boolean;
  /** What is being done, shown instead of the label. Its width is reserved from the start. */
  readonly loadingLabel?: string;
  readonly isWide?: boolean;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A push button. Loading keeps its width and its focus, and takes no press. */
export function Button({
  children,
  variant = 'secondary',
  size = 'md',
  icon,
  isLoading = false,
  loadingLabel,
  isWide = false,
  className,
  ...rest
}: ButtonProps) {
  useTidyAnnouncer(isLoading);
  return (
    <AriaButton
      {...rest}
      isPending={isLoading}
      className={classes(styles.button, styles[variant], styles[size], isWide && styles.wide, className)}
    >
      <span className={classes(styles.face, isLoading && styles.away)}>
        {icon}
        {children}
      </span>
      {(isLoading || loadingLabel !== undefined) && (
        <span className={classes(styles.face, !isLoading && styles.away)} aria-hidden={!isLoading}>
          <Spinner />
          {loadingLabel ?? children}
        </span>
      )}
    </AriaButton>
  );
}
