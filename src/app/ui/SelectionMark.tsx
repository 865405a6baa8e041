import { classes } from './classes.ts';
import styles from './SelectionMark.module.css';

/**
 * Whether a thing goes into the render: a green number is its automatic priority, an empty circle is left out, a
 * dashed one has nothing to select. A status, not a control.
 */
export function SelectionMark({
  kind,
  priority,
  label,
}: {
  readonly kind: 'automatic' | 'available' | 'none';
  readonly priority?: number | undefined;
  readonly label: string;
}) {
  return (
    <span className={styles.box} role="img" aria-label={label} title={label}>
      <span className={classes(styles.mark, styles[kind])} aria-hidden="true">
        {kind === 'automatic' && priority}
      </span>
    </span>
  );
}
