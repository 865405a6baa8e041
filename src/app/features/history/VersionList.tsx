import type { MaterialVersionBody } from '../../../contract/http/model-materials.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import styles from './MaterialHistory.module.css';

/** The versions of a material, the newest first; a press shows one beside what stands now. */
export function VersionList({
  versions,
  chosenId,
  onChoose,
}: {
  readonly versions: readonly MaterialVersionBody[];
  readonly chosenId: number;
  readonly onChoose: (id: number) => void;
}) {
  const { t, format } = useTexts();
  return (
    <ol className={styles.list} aria-label={t.history.list}>
      {versions.map(({ id, version_number: number, comment, created_at }) => (
        <li key={id}>
          <button
            type="button"
            className={classes(styles.version, id === chosenId && styles.chosen)}
            aria-pressed={id === chosenId}
            onClick={() => onChoose(id)}
          >
            <span className={styles.number}>{t.history.version(number)}</span>
            <span className={styles.when}>{format.dateTime(created_at)}</span>
            {comment !== '' && <span className={styles.comment}>{comment}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
