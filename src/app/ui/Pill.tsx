import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Led, type LedTone } from './Led.tsx';
import styles from './Pill.module.css';

/** A state in one short phrase, with a light or an icon before it. */
export function Pill({
  tone,
  icon,
  className,
  children,
}: {
  readonly tone?: LedTone;
  /** Stands in for the light. */
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes(styles.pill, className)}>
      {icon ?? (tone !== undefined && <Led tone={tone} />)}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
