import type { MissingPart } from '../../../contract/http/engines.ts';
import { CopyButton } from '../../core/CopyButton.tsx';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './Engines.module.css';
import { type ListedPart, listParts } from './judge-family.ts';

/** What to install on a server and where, what it draws nothing without first. */
export function MissingParts({ parts }: { readonly parts: readonly MissingPart[] }) {
  const { staffEngines: texts } = useLateTexts();
  const { format } = useTexts();
  return (
    <section>
      <h4 className={styles.subheading}>{texts.missing}</h4>
      <ul className={styles.list}>
        {listParts(parts).map((part) => {
          const name = format.list(part.names);
          return (
            <li key={`${part.kind} ${name} ${part.wish}`} className={styles.part}>
              <span className={styles.partWords}>
                <code className={styles.code}>{name}</code>
                <span className={styles.quiet}>
                  <Place part={part} />, {texts.wishes[part.wish]}
                </span>
              </span>
              {part.isNeeded && <Badge tone="danger">{texts.needed}</Badge>}
              <CopyButton label={texts.copy(name)} text={name} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Place({ part: { kind, folder, since } }: { readonly part: ListedPart }) {
  const { staffEngines: texts } = useLateTexts();
  if (since !== undefined) return texts.inVersion(since);
  return folder === null ? texts.kinds[kind] : texts.folder(texts.kinds[kind], folder);
}
