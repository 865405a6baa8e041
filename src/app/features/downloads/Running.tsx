import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './Downloads.module.css';
import type { Download } from './use-download.ts';

/** How far a download is, and the way to stop it. */
export function Running({ label, download }: { readonly label: string; readonly download: Download }) {
  const { t, format } = useTexts();
  const fraction = download.fraction ?? 0;
  return (
    <div className={styles.running}>
      <div className={styles.progress}>
        <span className={styles.help}>
          {label} <span className={styles.percent}>{format.percent(fraction)}</span>
        </span>
        <ProgressBar label={label} value={fraction * 100} tone="plain" />
      </div>
      <Button onPress={download.cancel}>{t.ui.cancel}</Button>
    </div>
  );
}
