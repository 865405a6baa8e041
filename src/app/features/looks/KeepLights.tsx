import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { loadCode } from '../../browser/load-code.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './LooksSection.module.css';

/** Keeps the present lights as a look that is worn for them alone. */
export function KeepLights() {
  const app = useApp();
  const { t } = useTexts();
  const { rigs } = useLateTexts();
  const [isKeeping, setKeeping] = useState(false);
  const keep = async (): Promise<void> => {
    const { light_rig: rig } = currentSettings(app).render_settings;
    if (rig === null) return;
    setKeeping(true);
    try {
      const { keepLights } = await loadCode(() => import('./keep-lights.ts'));
      await keepLights(app, rig);
    } catch (cause) {
      app.toasts.show('error', t.errors.unexpected, { cause });
    } finally {
      setKeeping(false);
    }
  };
  return (
    <div className={styles.keep}>
      <Button
        size="sm"
        icon={<BookmarkPlus size={16} />}
        isLoading={isKeeping}
        loadingLabel={rigs.keep}
        onPress={() => void keep()}
      >
        {rigs.keep}
      </Button>
      <p className={styles.hint}>{rigs.keepHelp}</p>
    </div>
  );
}
