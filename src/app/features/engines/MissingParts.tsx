import type { MissingPart } from '../../../contract/http/engines.ts';
import { CopyButton } from '../../core/CopyButton.tsx';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './Engines.module.css';

/** What to install on a server and where, what it draws nothing without first. */
export function MissingParts({ parts }: { readonly parts: readonly MissingPart[] }) {
  const { staffEngines: texts } = useLateTexts();
  const sorted = [...parts].sort((a, b) => Number(b.isNeeded) - Number(a.isNeeded));
  return (
    <section>
      <h4 className={styles.subheading}>{texts.missing}</h4>
      <ul className={styles.list}>
        {sorted.map(({ kind, name, folder, wish, isNeeded }) => (
          <li key={`${kind} ${name} ${wish}`} className={styles.part}>
            <span className={styles.partWords}>
              <code className={styles.code}>{name}</code>
              <span className={styles.quiet}>
                {folder === null ? texts.kinds[kind] : texts.folder(texts.kinds[kind], folder)},{' '}
                {texts.wishes[wish]}
              </span>
            </span>
            {isNeeded && <Badge tone="danger">{texts.needed}</Badge>}
            <CopyButton label={texts.copy(name)} text={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
