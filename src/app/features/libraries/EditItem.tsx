import { useState } from 'react';
import type { AssetType, CategoryBody, LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { Refusal } from '../../ui/FormError.tsx';
import { Select } from '../../ui/Select.tsx';
import { changeItem } from './change-item.ts';
import styles from './Forms.module.css';
import { NameForm } from './NameForm.tsx';

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
  const texts = useTexts();
  const { language } = texts;
  const { libraries } = useLateTexts();
  const [name, setName] = useState(item.names[language]);
  const [categoryId, setCategoryId] = useState(item.category.id);
  const [error, setError] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  // What is everybody's lies where everybody sees it.
  const offered = categories.filter(({ is_global: isGlobal }) => isGlobal || item.user !== null);

  const save = async (): Promise<void> => {
    const trimmed = name.trim();
    if (trimmed === '') {
      setError({ sentence: (inTexts) => lateTextsOf(inTexts.language).libraries.nameRequired });
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
      setError({
        sentence: (inTexts) =>
          lateTextsOf(inTexts.language).libraries.changeFailed(describeError(inTexts, failure)),
        cause: failure,
      });
    }
  };
  return (
    <NameForm
      title={libraries.editTitle}
      name={name}
      error={error?.sentence(texts) ?? null}
      cause={error?.cause}
      isBusy={isBusy}
      onChange={(text) => {
        setError(null);
        setName(text);
      }}
      onSave={() => void save()}
      onClose={onClose}
    >
      {offered.length > 0 && (
        <Select
          label={libraries.category}
          options={offered.map(({ id, names }) => ({ id: String(id), label: names[language] }))}
          value={String(categoryId)}
          onChange={(id) => setCategoryId(Number(id))}
        />
      )}
      {item.user === null && <p className={styles.help}>{libraries.editGlobal}</p>}
    </NameForm>
  );
}
