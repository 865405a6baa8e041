import { classes } from './classes.ts';
import styles from './Skeleton.module.css';

/** The final shape of what is loading; appears after 150 ms so that a quick answer does not flash. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span className={classes(styles.skeleton, className)} aria-hidden="true" />;
}
