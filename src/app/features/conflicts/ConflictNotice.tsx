import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useSettings } from '../../core/use-settings.ts';
import { namePart } from '../../data/name-part.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import styles from './Conflicts.module.css';
import { dismissConflicts } from './dismiss-conflicts.ts';
import { listConflicts } from './list-conflicts.ts';

/** Says what two devices set differently until the person has dealt with it, also after a reload (K7). */
export function ConflictNotice() {
  const app = useApp();
  const { t, format } = useTexts();
  const late = useLateTexts();
  const settings = useSettings();
  const { key } = useSnapshot(app.state.project);
  const [isOpen, setOpen] = useState(false);
  const backups = useLiveQuery(
    async () => (key === null ? [] : app.db.backups.where('projectKey').equals(key).sortBy('id')),
    [key],
  );
  const conflicts = listConflicts(backups ?? [], settings);
  if (key === null || conflicts.length === 0) return null;
  const names = conflicts.map((conflict) => namePart(late, conflict, settings));
  const dismiss = (): void => {
    setOpen(false);
    void dismissConflicts(app, key);
  };
  return (
    <div className={styles.notice}>
      <span className={styles.sentence}>{late.conflicts.notice(format.list(names))}</span>
      <Button size="sm" onPress={() => setOpen(true)}>
        {late.conflicts.show}
      </Button>
      <Button size="sm" variant="quiet" onPress={dismiss}>
        {t.ui.dismiss}
      </Button>
      {isOpen && <ConflictPanel conflicts={conflicts} onDismiss={dismiss} onClose={() => setOpen(false)} />}
    </div>
  );
}
