import { Check } from 'lucide-react';
import { useTexts } from '../texts/use-texts.ts';
import { classes } from './classes.ts';
import styles from './SelectionMark.module.css';

/**
 * What is known of a thing's part in the render: a person selected it, the automatic priority did (1 first), it could
 * be selected, it has nothing that could be; or the server has not said yet.
 */
export type Mark =
  | { readonly kind: 'manual' | 'available' | 'none' | 'unknown' }
  | { readonly kind: 'automatic'; readonly priority: number };

/** A round button beside a thing: blue tick, green number, grey circle or dashed circle. A press selects or takes out. */
export function SelectionMark({
  mark,
  name,
  tabIndex,
  onToggle,
}: {
  readonly mark: Mark;
  /** Of the thing, for who cannot see its row. */
  readonly name: string;
  readonly tabIndex?: number;
  readonly onToggle: () => void;
}) {
  const { t } = useTexts();
  if (mark.kind === 'unknown') return <span className={styles.box} />;
  const tooltip =
    mark.kind === 'automatic' ? t.selection.automatic(mark.priority) : t.selection.tooltips[mark.kind];
  return (
    <button
      type="button"
      className={styles.box}
      aria-label={`${tooltip}: ${name}`}
      aria-pressed={mark.kind === 'manual' || mark.kind === 'automatic'}
      title={tooltip}
      tabIndex={tabIndex}
      onClick={onToggle}
    >
      <span className={classes(styles.mark, styles[mark.kind])} aria-hidden="true">
        {mark.kind === 'automatic' && mark.priority}
        {mark.kind === 'manual' && <Check size={13} strokeWidth={3} />}
      </span>
    </button>
  );
}
