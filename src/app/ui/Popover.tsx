import type { ReactElement, ReactNode } from 'react';
import { Popover as AriaPopover, Dialog, DialogTrigger, type PopoverProps } from 'react-aria-components';
import styles from './Popover.module.css';

/** A small panel beside the control that opens it. Escape or a press outside closes it. */
export function Popover({
  trigger,
  label,
  placement = 'bottom start',
  isOpen,
  onOpenChange,
  children,
}: {
  readonly trigger: ReactElement;
  readonly label: string;
  readonly placement?: NonNullable<PopoverProps['placement']>;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <DialogTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger}
      <AriaPopover className={styles.popover ?? ''} placement={placement} offset={6}>
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
