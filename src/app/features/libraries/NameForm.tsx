import type { ReactNode } from 'react';
import { LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Forms.module.css';

/** A window that asks for a name, and for whatever stands below it. */
export function NameForm({
  title,
  name,
  error,
  cause,
  isBusy,
  onChange,
  onSave,
  onClose,
  children,
}: {
  readonly title: string;
  readonly name: string;
  /** Why it was not taken. */
  readonly error: string | null;
  /** What was thrown then. */
  readonly cause?: unknown;
  readonly isBusy: boolean;
  readonly onChange: (name: string) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const { libraries } = useLateTexts();
  return (
    <Modal isOpen onClose={onClose} title={title} size="sm">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <TextField
          label={libraries.name}
          value={name}
          maxLength={LIBRARY_NAME_MAX_LENGTH}
          autoFocus
          error={error}
          cause={cause}
          onChange={onChange}
        />
        {children}
        <div className={styles.actions}>
          <Button onPress={onClose}>{t.ui.cancel}</Button>
          <Button type="submit" variant="primary" isLoading={isBusy} loadingLabel={libraries.saving}>
            {libraries.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
