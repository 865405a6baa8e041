import { errorDetails } from '../texts/failure-details.ts';
import { useTexts } from '../texts/use-texts.ts';
import styles from './Details.module.css';

/** The technical part of what was thrown, or of a failure, for whoever asks for it. Nothing where there is none. */
export function Details({ of: cause }: { readonly of: unknown }) {
  const { t } = useTexts();
  const text = errorDetails(cause);
  if (text === null) return null;
  return (
    <details className={styles.details}>
      <summary>{t.ui.details}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the arrow keys */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
