import { type ReactNode, useId } from 'react';
import styles from './Account.module.css';

/** A part of the settings: what it is about, one sentence, and what can be done. */
export function Block({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <p className={styles.hint}>{help}</p>
      {children}
    </section>
  );
}
