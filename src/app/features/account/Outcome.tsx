import type { ReactNode } from 'react';
import styles from './SignIn.module.css';

/** What came of a form, in place of it. */
export function Outcome({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.outcome} role="status">
      <span aria-hidden="true">{icon}</span>
      <p>{children}</p>
    </div>
  );
}
