import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { renameView } from './rename-view.ts';
import styles from './ViewsBar.module.css';

/** Asks for the name of a view, with the present one selected; open while there is one. */
export function RenameView({
  view,
  onClose,
}: {
  readonly view: SavedView | null;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Modal
      isOpen={view !== null}
      onClose={onClose}
      title={view === null ? '' : t.views.renameTitle(view.name)}
      size="sm"
    >
      {view !== null && <NameForm view={view} onClose={onClose} />}
    </Modal>
  );
}

function NameForm({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const app = useApp();
  const { t } = useTexts();
  const [name, setName] = useState(view.name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    renameView(app, view.uuid, name);
    onClose();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t.views.name}
        value={name}
        onChange={setName}
        maxLength={255}
        autoFocus
        inputRef={field}
      />
      <div className={styles.actions}>
        <Button onPress={onClose}>{t.ui.cancel}</Button>
        <Button type="submit" variant="primary" isDisabled={name.trim() === ''}>
          {t.views.apply}
        </Button>
      </div>
    </form>
  );
}
