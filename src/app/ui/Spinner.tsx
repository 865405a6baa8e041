import styles from './Spinner.module.css';

/** A turning ring beside a text that says what runs; with reduced motion it stands still as three dots. */
export function Spinner({ size = 'md' }: { readonly size?: 'md' | 'lg' }) {
  return (
    <span className={size === 'lg' ? styles.large : styles.box} aria-hidden="true">
      <span className={styles.ring} />
      <span className={styles.still}>…</span>
    </span>
  );
}
