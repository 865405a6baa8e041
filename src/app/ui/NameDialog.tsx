import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LIBRARY_NAME_MAX_LENGTH } from '../../contract/constants.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';
import styles from './NameDialog.module.css';
import { TextField } from './TextField.tsx';

/** Asks for a name, with the proposed one selected. */
export function NameDialog({
  title,
  label,
  name: proposed,
  action,
  onDone,
  onClose,
}: {
  readonly title: string;
  /** Of the field. */
  readonly label: string;
  readonly name: string;
  /** On the button that ends it. */
  readonly action: string;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [name, setName] = useState(proposed);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onDone(name);
    onClose();
  };
  return (
    <Modal isOpen onClose={onClose} title={title} size="sm">
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={label}
          value={name}
          onChange={setName}
          maxLength={LIBRARY_NAME_MAX_LENGTH}
          autoFocus
          inputRef={field}
        />
        <div className={styles.actions}>
          <Button onPress={onClose}>{t.ui.cancel}</Button>
          <Button type="submit" variant="primary" isDisabled={name.trim() === ''}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
