import type { ReactNode, Ref } from 'react';
import { Button, type ButtonProps } from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './IconButton.module.css';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';
import { useTidyAnnouncer } from './use-tidy-announcer.ts';

export interface IconButtonProps
  extends Omit<ButtonProps, 'children' | 'className' | 'isPending' | 'style' | 'aria-label'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg';
  /** Given for a button that stays on; says so to a screen reader. */
  readonly isOn?: boolean;
  /** Filled like a secondary button, for a place without a surface of its own. */
  readonly isSolid?: boolean;
  readonly isLoading?: boolean;
  readonly keys?: string;
  readonly placement?: 'top' | 'bottom' | 'left' | 'right';
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button that shows only an icon, with its name as a tooltip. */
export function IconButton({
  label,
  icon,
  size = 'md',
  isOn,
  isSolid = false,
  isLoading = false,
  keys,
  placement = 'bottom',
  className,
  ...rest
}: IconButtonProps) {
  useTidyAnnouncer(isLoading);
  return (
    <Tooltip text={label} keys={keys} placement={placement}>
      <Button
        {...rest}
        aria-label={label}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        isPending={isLoading}
        className={classes(
          styles.button,
          styles[size],
          isOn === true && styles.on,
          isSolid && styles.solid,
          className,
        )}
      >
        {isLoading ? <Spinner /> : icon}
      </Button>
    </Tooltip>
  );
}
