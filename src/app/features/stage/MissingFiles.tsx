import { FileBox, FileText, ImageOff } from 'lucide-react';
import type { MissingFile } from '../../../contract/model-report.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './MissingFiles.module.css';

const ICONS = { buffer: FileBox, image: ImageOff, 'material-library': FileText } as const;

/** Files that a model lacks, with what each is for and how much it matters. */
export function MissingFiles({ files }: { readonly files: readonly MissingFile[] }) {
  const { t, format } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by the arrow keys
    <ul className={styles.list} aria-label={t.models.list} tabIndex={0}>
      {files.map(({ uri, use, role, materials }) => {
        const Icon = ICONS[use];
        const purpose = use === 'image' ? t.models.roles[role ?? 'other'] : t.models.uses[use];
        return (
          <li key={`${use} ${uri}`} className={styles.row}>
            <Icon size={16} aria-hidden="true" />
            <div>
              <span className={styles.name}>{uri}</span>
              <span className={styles.purpose}>
                {materials.length === 0 ? purpose : t.models.purposeOf(purpose, format.list(materials))}
              </span>
            </div>
            <Badge tone={use === 'buffer' ? 'danger' : 'warn'}>
              {use === 'buffer' ? t.models.needed : t.models.plain}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
