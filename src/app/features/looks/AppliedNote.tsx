import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './LooksSection.module.css';

/** What the look that was applied last did, and what of it this model does not have. */
export function AppliedNote() {
  const app = useApp();
  const { t } = useTexts();
  const { applied } = useSnapshot(app.state.looks);
  return (
    <div role="status" className={applied === null ? undefined : styles.note}>
      {applied !== null && (
        <>
          <div>
            <p>{t.looks.applied(applied.name, applied.count)}</p>
            {applied.missing.length > 0 && (
              <>
                <p>{t.looks.missing}</p>
                <ul className={styles.missing}>
                  {applied.missing.map((name, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
                    <li key={index}>{name}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
          <IconButton
            size="sm"
            label={t.ui.dismiss}
            icon={<X size={16} />}
            onPress={() => {
              app.state.looks.applied = null;
            }}
          />
        </>
      )}
    </div>
  );
}
