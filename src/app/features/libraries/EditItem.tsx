import { useState } from 'react';
import { LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import type { AssetType, CategoryBody, LibraryItemBody } from '../../../contract/http/libraries.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../../use-app.ts';
import { changeItem } from './change-item.ts';
import styles from './Forms.module.css';

/** Name and category of one picture. */
export function EditItem({
  assetType,
  item,
  categories,
  onClose,
}: {
  readonly assetType: AssetType;
  readonly item: LibraryItemBody;
  /** Those it may lie in. */
  readonly categories: readonly CategoryBody[];
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { t, language } = useTexts();
  const [name, setName] = useState(item.names[language]);
  const [categoryId, setCategoryId] = useState(item.category.id);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // What is everybody's lies where everybody sees it.
  const offered = categories.filter(({ is_global: isGlobal }) => isGlobal || item.user !== null);

  const save = async (): Promise<void> => {
    const trimmed = name.trim();
    if (trimmed === '') {
      setError(t.libraries.nameRequired);
      return;
    }
    const change = {
      ...(trimmed === item.names[language] ? {} : { name: trimmed }),
      ...(categoryId === item.category.id ? {} : { category_id: categoryId }),
    };
    if (Object.keys(change).length === 0) {
      onClose();
      return;
    }
    setBusy(true);
    try {
      await changeItem(app, assetType, item, change);
      onClose();
    } catch (failure) {
      setBusy(false);
      setError(t.libraries.changeFailed(describeError(app.texts(), failure)));
    }
  };
  return (
    <Modal isOpen onClose={onClose} title={t.libraries.editTitle} size="sm">
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
        {offered.length > 0 && (
          <Select
            label={t.libraries.category}
            options={offered.map(({ id, names }) => ({ id: String(id), label: names[language] }))}
            value={String(categoryId)}
            onChange={(id) => setCategoryId(Number(id))}
          />
        )}
        {item.user === null && <p className={styles.help}>{t.libraries.editGlobal}</p>}
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
