import { type MaterialVersionBody, VERSION_COMMENTS } from '../../../contract/http/model-materials.ts';
import { type Texts, useTexts } from '../../texts/use-texts.ts';
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
  const texts = useTexts();
  const { t, format } = texts;
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
            {comment !== '' && <span className={styles.comment}>{readComment(comment, texts)}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** What the server says when nobody does is said in the page's language. */
function readComment(comment: string, { t }: Texts): string {
  const keys = Object.keys(VERSION_COMMENTS) as (keyof typeof VERSION_COMMENTS)[];
  const key = keys.find((other) => VERSION_COMMENTS[other] === comment);
  return key === undefined ? comment : t.history.comments[key];
}
