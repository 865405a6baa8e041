import type { ReactNode } from 'react';
import { Details } from './Details.tsx';
import styles from './EmptyState.module.css';

/** What is missing, one sentence about it, and the button that fills it. */
export function EmptyState({
  icon,
  title,
  message,
  cause,
  action,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly message?: string | undefined;
  /** What was thrown, where that is why. */
  readonly cause?: unknown;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.art} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {message !== undefined && <p className={styles.message}>{message}</p>}
      <Details of={cause} />
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
