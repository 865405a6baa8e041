import type { ReactNode } from 'react';
import styles from './ErrorBoundary.module.css';

/** The whole page while what is to be on it is on its way. */
export function PageFrame({ children }: { readonly children: ReactNode }) {
  return <main className={styles.crashed}>{children}</main>;
}
