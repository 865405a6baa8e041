import { useState } from 'react';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Refusal } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { ListedProject } from './list-projects.ts';
import styles from './Projects.module.css';
import { refreshProjects } from './queries.ts';
import { renameProject } from './rename-project.ts';

/** A window that asks for a project's new name. */
export function RenameProject({
  project,
  onClose,
}: {
  readonly project: ListedProject;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const page = useTexts();
  const { t } = page;
  const { projects: texts } = useLateTexts();
  const [name, setName] = useState(project.name);
  const [error, setError] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (name.trim() === '') {
      setError({ sentence: (inTexts) => lateTextsOf(inTexts.language).projects.nameMissing });
      return;
    }
    setBusy(true);
    try {
      await renameProject(app, project, name);
      void refreshProjects(app);
      onClose();
    } catch (failure) {
      setBusy(false);
      setError({ sentence: (inTexts) => describeError(inTexts, failure), cause: failure });
    }
  };
  return (
    <Modal isOpen onClose={onClose} title={t.project.rename} size="sm">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t.project.name}
          value={name}
          maxLength={255}
          autoFocus
          error={error?.sentence(page)}
          cause={error?.cause}
          onChange={(text) => {
            setError(null);
            setName(text);
          }}
        />
        <div className={styles.actions}>
          <Button onPress={onClose}>{t.ui.cancel}</Button>
          <Button type="submit" variant="primary" isLoading={isBusy}>
            {texts.rename}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
