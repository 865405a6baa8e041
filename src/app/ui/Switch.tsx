import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Switch.module.css';

export interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className' | 'style'> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly className?: string | undefined;
}

/** On or off, at once. White when on: amber is for actions. */
export function Switch({ label, isLabelHidden = false, className, ...rest }: SwitchProps) {
  return (
    <AriaSwitch
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      className={classes(styles.switch, className)}
    >
      {!isLabelHidden && <span>{label}</span>}
      <span className={styles.track}>
        <span className={styles.knob} />
      </span>
    </AriaSwitch>
  );
}
