import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Details } from './Details.tsx';
import styles from './FormError.module.css';

/** A sentence about what was refused, and what was thrown; nothing was where the page itself refuses. */
export interface Refusal {
  readonly sentence: string;
  readonly cause?: unknown;
}

/** Why a form, or a window's one act, was refused: a sentence, and behind it what was thrown. */
export function FormError({
  cause,
  children,
}: {
  /** What was thrown; absent where the page itself refuses. */
  readonly cause?: unknown;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.error} role="alert">
      <CircleAlert size={14} aria-hidden="true" />
      <div className={styles.words}>
        {children}
        <Details of={cause} />
      </div>
    </div>
  );
}
