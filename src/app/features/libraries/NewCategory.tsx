import { useState } from 'react';
import { LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import type { AssetType, CategoryBody } from '../../../contract/http/libraries.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../../use-app.ts';
import { createCategory } from './create-category.ts';
import styles from './Forms.module.css';

/** Asks for the name of a new category; staff also whether it is everybody's. */
export function NewCategory({
  assetType,
  isStaff,
  onMade,
  onClose,
}: {
  readonly assetType: AssetType;
  readonly isStaff: boolean;
  readonly onMade: (category: CategoryBody) => void;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { t, language } = useTexts();
  const [name, setName] = useState('');
  const [isGlobal, setGlobal] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await createCategory(app, assetType, name, isGlobal);
      if (typeof made === 'string') {
        setError(made);
        return;
      }
      app.toasts.show('success', t.assets.categoryMade(made.names[language]), { area: 'page' });
      onMade(made);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal isOpen onClose={onClose} title={t.assets.newCategory[assetType]} size="sm">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t.libraries.name}
          value={name}
          maxLength={LIBRARY_NAME_MAX_LENGTH}
          autoFocus
          error={error}
          onChange={(text) => {
            setError(null);
            setName(text);
          }}
        />
        {isStaff && (
          <>
            <Switch label={t.assets.global} isSelected={isGlobal} onChange={setGlobal} />
            <p className={styles.help}>{t.assets.globalHelp}</p>
          </>
        )}
        <div className={styles.actions}>
          <Button onPress={onClose}>{t.ui.cancel}</Button>
          <Button type="submit" variant="primary" isLoading={isBusy} loadingLabel={t.libraries.saving}>
            {t.libraries.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
