import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Details } from '../../ui/Details.tsx';
import styles from './Band.module.css';

/** A line over the whole width of a window, with what can be done about it. */
export function Band({
  tone,
  icon,
  role,
  action,
  cause,
  children,
}: {
  readonly tone: 'info' | 'ok' | 'warn' | 'danger' | 'plain';
  readonly icon?: ReactNode;
  readonly role?: 'status' | 'alert';
  readonly action?: ReactNode;
  /** What was thrown, where the line is about that. */
  readonly cause?: unknown;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes(styles.band, styles[tone])} role={role}>
      {icon}
      <div className={styles.words}>
        {children}
        <Details of={cause} />
      </div>
      {action}
    </div>
  );
}
