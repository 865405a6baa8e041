import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classes } from './classes.ts';

/** A word or two about a thing. `picture` is for a badge that lies on a picture. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  readonly tone?: 'neutral' | 'ok' | 'info' | 'warn' | 'danger' | 'solid' | 'picture';
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes(styles.badge, styles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}
