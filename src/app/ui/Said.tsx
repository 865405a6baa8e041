import type { ReactNode } from 'react';
import styles from './Said.module.css';

/**
 * Where a screen reader is told of what comes and goes. It is there before there is anything to say: readers tell changes of a
 * place that they know. It has no box of its own.
 */
export function Said({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={styles.said}>
      {children}
    </div>
  );
}
