import { CloudOff, Save } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Input } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { fitText } from '../../../contract/files/fit-text.ts';
import { editSettings } from '../../core/edit-settings.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './ProjectBar.module.css';

/**
 * Name of the project, whether it is saved, and the button that sends it to the server.
 *
 * @param children Further buttons, beside it.
 */
export function ProjectBar({
  onSave,
  children,
}: {
  readonly onSave: () => void;
  readonly children?: ReactNode;
}) {
  const app = useApp();
  const { t, format } = useTexts();
  const { dirtyFields, saving, isOnDevice, status, serverId } = useSnapshot(app.state.project);
  const isSaving = saving !== null;
  const isDirty = dirtyFields.length > 0 || serverId === null;
  const title = isSaving ? t.project.saving : isDirty ? t.project.saveDirty : t.project.saveClean;
  if (status !== 'ready') return null;
  // Whatever it tells takes the same room, or all that stands in the bar would move with every save.
  const [saved, savingNow] = [t.project.savedOnDevice, t.project.savingOnDevice];
  const room = saved.length > savingNow.length ? saved : savingNow;
  return (
    <div className={styles.bar}>
      <ProjectName />
      <IconButton
        label={title}
        keys="Ctrl+S"
        icon={<Save size={16} />}
        isDisabled={!isDirty && !isSaving}
        isLoading={isSaving}
        onPress={onSave}
      />
      {children}
      {serverId === null && (
        <span className={styles.only} role="note" title={t.project.onlyHereHint}>
          <CloudOff size={14} aria-hidden="true" />
          <span className={styles.words}>{t.project.onlyHere}</span>
        </span>
      )}
      <span className={styles.state} aria-live={saving === null ? 'polite' : undefined}>
        <span className={styles.told} data-room={room}>
          {saving !== null
            ? t.project.savingProgress(format.percent(saving.fraction))
            : isOnDevice
              ? saved
              : savingNow}
        </span>
      </span>
    </div>
  );
}

function ProjectName() {
  const app = useApp();
  const { t } = useTexts();
  const { name } = useSettings();
  const [draft, setDraft] = useState(name);
  useEffect(() => setDraft(name), [name]);
  const commit = (): void => {
    const next = fitText(draft.trim(), 255);
    if (next === '') setDraft(name);
    else if (next !== name) editSettings(app, t.project.undoName, { name: next });
  };
  return (
    <span className={styles.named}>
      <Input
        className={styles.name ?? ''}
        aria-label={t.project.name}
        value={draft}
        maxLength={255}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(name);
        }}
      />
      <span className={styles.least} aria-hidden="true" data-name={draft} />
    </span>
  );
}
