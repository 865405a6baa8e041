import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Led, type LedTone } from '../../ui/Led.tsx';
import type { UnsentWords } from './export-unsent.ts';
import type { Unsent, UnsentWork } from './list-unsent.ts';
import styles from './Unsent.module.css';

/** What can be done about a row. */
export interface UnsentActions {
  retry(unsent: Unsent): void;
  copy(unsent: Unsent): void;
  file(unsent: Unsent): void;
  discard(unsent: UnsentWork): void;
}

const TONES: Readonly<Record<Unsent['state'], LedTone>> = {
  refused: 'danger',
  asks: 'warn',
  sending: 'ok',
  waiting: 'off',
  unsaved: 'off',
};

/** One row: what it is, how it stands and since when, why, and what can be done. */
export function UnsentItem({
  unsent,
  words: { what, why },
  place,
  total,
  actions,
  onFocus,
}: {
  readonly unsent: Unsent;
  readonly words: UnsentWords;
  /** Its number among all, from 1. */
  readonly place: number;
  readonly total: number;
  readonly actions: UnsentActions;
  readonly onFocus: () => void;
}) {
  const app = useApp();
  const { format } = useTexts();
  const { unsent: t } = useLateTexts();
  const { uploadFraction, connection } = useSnapshot(app.state.shell);
  const { state } = unsent;
  const isUpload = unsent.kind === 'work' && unsent.row.work.kind === 'upload-model' && state === 'sending';
  const status =
    isUpload && uploadFraction !== null ? t.sendingAt(format.percent(uploadFraction)) : t.states[state];
  // What goes by itself cannot be hurried, unless the server made it wait.
  const isMovable =
    state === 'waiting'
      ? connection === 'online' && unsent.row.nextAt > app.outside.now()
      : state !== 'sending';
  const retry =
    state === 'unsaved'
      ? t.save
      : unsent.kind === 'work' && state !== 'sending' && unsent.row.failure === null
        ? t.send
        : t.retry;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows stand in a list that draws only what is seen
    <div className={styles.row} role="listitem" aria-setsize={total} aria-posinset={place} onFocus={onFocus}>
      <div className={styles.words}>
        <span className={styles.what} title={what}>
          {what}
        </span>
        <span className={styles.state}>
          <Led tone={TONES[state]} />
          {status}
          {unsent.kind === 'work' && ` · ${t.since(format.dateTime(unsent.row.createdAt))}`}
        </span>
        <span className={styles.why} title={why}>
          {why}
        </span>
      </div>
      <div className={styles.actions}>
        {isMovable && action(retry, () => actions.retry(unsent))}
        {app.outside.isSecure && action(t.copy, () => actions.copy(unsent), 'quiet')}
        {action(t.file, () => actions.file(unsent), 'quiet')}
        {unsent.kind === 'work' &&
          state !== 'sending' &&
          action(t.discard, () => actions.discard(unsent), 'quiet')}
      </div>
    </div>
  );

  function action(label: string, run: () => void, variant: 'secondary' | 'quiet' = 'secondary') {
    return (
      <Button size="sm" variant={variant} aria-label={t.action(label, what)} onPress={run}>
        {label}
      </Button>
    );
  }
}
