import { type ReactElement, useContext } from 'react';
import {
  Tooltip as AriaTooltip,
  type TooltipProps,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components';
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
      <WholeExit>
        <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
          {text}
          {keys !== undefined && <kbd className={styles.keys}>{keys}</kbd>}
        </AriaTooltip>
      </WholeExit>
    </TooltipTrigger>
  );
}

/**
 * react-aria skips the exit of one that another replaces, never sees its end, and with the next word about it puts it into a corner of
 * the page for good (adobe/react-spectrum#10496). Here none is skipped; it takes no time.
 */
function WholeExit({ children }: { readonly children: ReactElement }) {
  const state = useContext(TooltipTriggerStateContext);
  return (
    <TooltipTriggerStateContext value={state && { ...state, shouldSkipAnimation: false }}>
      {children}
    </TooltipTriggerStateContext>
  );
}
