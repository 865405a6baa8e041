import { classes } from './classes.ts';
import styles from './Led.module.css';

export type LedTone = 'ok' | 'warn' | 'danger' | 'off';

/** A small status light. Always beside words: it says nothing on its own. */
export function Led({ tone }: { readonly tone: LedTone }) {
  return <span className={classes(styles.led, styles[tone])} aria-hidden="true" />;
}
