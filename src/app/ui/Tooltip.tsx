import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, type TooltipProps, TooltipTrigger } from 'react-aria-components';
import styles from './Tooltip.module.css';

/** Names a control on hover and on keyboard focus. It repeats what the control's own name says; never the only place. */
export function Tooltip({
  text,
  keys,
  placement = 'bottom',
  children,
}: {
  readonly text: string;
  /** A shortcut as it is printed on keys. */
  readonly keys?: string | undefined;
  readonly placement?: NonNullable<TooltipProps['placement']>;
  readonly children: ReactElement;
}) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
        {text}
        {keys !== undefined && <kbd className={styles.keys}>{keys}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
