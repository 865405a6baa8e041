import { EllipsisVertical, Pencil, Shirt, Trash2 } from 'lucide-react';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { LookRow } from '../../values/look-row.ts';
import { applyLook } from './apply-look.ts';
import { deleteLook } from './delete-look.ts';
import styles from './LooksSection.module.css';

/** One saved look: a press applies it, a menu renames or deletes it. */
export function LookCard({ row, onRename }: { readonly row: LookRow; readonly onRename: () => void }) {
  const app = useApp();
  const { t } = useTexts();
  const { thumbnail } = row.look;
  const apply = (): void => {
    applyLook(app, row).catch((cause: unknown) => app.toasts.show('error', t.errors.unexpected, { cause }));
  };
  return (
    <li className={styles.card}>
      <button type="button" className={styles.apply} aria-label={t.looks.apply(row.name)} onClick={apply}>
        <span className={styles.picture}>
          {thumbnail === null ? <Shirt size={20} aria-hidden="true" /> : <img src={thumbnail} alt="" />}
        </span>
        <span className={styles.name} title={row.name}>
          {row.name}
        </span>
      </button>
      <span className={styles.more}>
        <Menu
          trigger={
            <IconButton label={t.looks.more(row.name)} size="sm" icon={<EllipsisVertical size={16} />} />
          }
          label={t.looks.more(row.name)}
          entries={[
            { id: 'rename', label: t.looks.rename, icon: <Pencil size={16} />, onAction: onRename },
            {
              id: 'delete',
              label: t.looks.delete,
              icon: <Trash2 size={16} />,
              isDestructive: true,
              onAction: () => deleteLook(app, row),
            },
          ]}
        />
      </span>
    </li>
  );
}
