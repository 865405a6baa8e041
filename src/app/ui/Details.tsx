import { useTexts } from '../texts/use-texts.ts';
import styles from './Details.module.css';

/** The technical part of something that went wrong, for whoever asks for it. */
export function Details({ text }: { readonly text: string | null }) {
  const { t } = useTexts();
  if (text === null) return null;
  return (
    <details className={styles.details}>
      <summary>{t.ui.details}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the arrow keys */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
