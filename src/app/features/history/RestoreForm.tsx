import { RotateCcw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { MaterialVersionBody } from '../../../contract/http/model-materials.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { compareVersions } from './compare-versions.ts';
import styles from './MaterialHistory.module.css';
import { restoreVersion } from './restore-version.ts';

const COMMENT_MAX = 500;

/** Under a comparison: a comment, and the button that brings the version back. */
export function RestoreForm({
  version,
  now,
  onRestored,
}: {
  readonly version: MaterialVersionBody;
  readonly now: ModelMaterial;
  readonly onRestored: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const [comment, setComment] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isSame = !compareVersions(now, version.material).some(({ isDifferent }) => isDifferent);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    restoreVersion(app, version, comment)
      .then(
        () => {
          app.toasts.show('success', t.history.restored(version.version_number));
          onRestored();
        },
        (error: unknown) => {
          app.toasts.show('error', t.history.restoreFailed(describeError(texts, error)), { cause: error });
        },
      )
      .finally(() => setBusy(false));
  };
  return (
    <form className={styles.restore} onSubmit={submit}>
      <TextField label={t.history.comment} value={comment} onChange={setComment} maxLength={COMMENT_MAX} />
      <Button
        type="submit"
        variant="primary"
        icon={<RotateCcw size={16} />}
        isDisabled={isSame}
        isLoading={isBusy}
      >
        {t.history.restore(version.version_number)}
      </Button>
    </form>
  );
}
