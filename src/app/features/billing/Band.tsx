import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './Band.module.css';

/** A line over the whole width of a window, with what can be done about it. */
export function Band({
  tone,
  icon,
  role,
  action,
  children,
}: {
  readonly tone: 'info' | 'ok' | 'warn' | 'danger' | 'plain';
  readonly icon?: ReactNode;
  readonly role?: 'status' | 'alert';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes(styles.band, styles[tone])} role={role}>
      {icon}
      <span className={styles.words}>{children}</span>
      {action}
    </div>
  );
}
