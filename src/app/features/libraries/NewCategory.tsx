import { useState } from 'react';
import type { AssetType, CategoryBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { Refusal } from '../../ui/FormError.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { createCategory } from './create-category.ts';
import styles from './Forms.module.css';
import { NameForm } from './NameForm.tsx';

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
  const texts = useTexts();
  const { assets } = useLateTexts();
  const [name, setName] = useState('');
  const [isGlobal, setGlobal] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await createCategory(app, assetType, name, isGlobal);
      if ('sentence' in made) {
        setError(made);
        return;
      }
      app.toasts.show('success', assets.categoryMade(made.names[texts.language]), { area: 'page' });
      onMade(made);
    } finally {
      setBusy(false);
    }
  };
  return (
    <NameForm
      title={assets.newCategory[assetType]}
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
      {isStaff && (
        <>
          <Switch label={assets.global} isSelected={isGlobal} onChange={setGlobal} />
          <p className={styles.help}>{assets.globalHelp}</p>
        </>
      )}
    </NameForm>
  );
}
