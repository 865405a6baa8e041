import { CopyButton } from '../../core/CopyButton.tsx';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useHeld } from '../../ui/use-held.ts';
import type { MadeLink } from './make-link.ts';
import styles from './Staff.module.css';

/** A link that was just made, to be passed on now: no press beside the window takes it away. */
export function LinkOnce({ made }: { readonly made: MadeLink }) {
  const { staff: texts } = useLateTexts();
  const { format } = useTexts();
  useHeld(true);
  return (
    <div className={styles.link} role="status">
      <p>{made.is_sent === true ? texts.linkSent : texts.linkOnce}</p>
      <p className={styles.linkLine}>
        <code>{made.link}</code>
        <CopyButton label={texts.copyLink} text={made.link} />
      </p>
      <p className={styles.quiet}>{texts.until(format.dateTime(made.expires_at))}</p>
    </div>
  );
}
