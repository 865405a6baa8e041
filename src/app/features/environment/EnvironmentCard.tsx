import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import styles from './Environment.module.css';

/** One of the surroundings: a press lights the product by it. */
export function EnvironmentCard({
  name,
  picture,
  icon,
  isChosen,
  onChoose,
  own,
}: {
  readonly name: string;
  /** Address; null for none, or while it is made. */
  readonly picture: string | null;
  readonly icon?: ReactNode;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** What may be done to one of the person's own. */
  readonly own?: { readonly onRename: () => void; readonly onDelete: () => void };
}) {
  const { environment: words } = useTexts().t;
  return (
    <li className={styles.card}>
      <button type="button" className={styles.choose} aria-pressed={isChosen} onClick={onChoose}>
        <span className={styles.picture}>{picture === null ? icon : <img src={picture} alt="" />}</span>
        <span className={styles.name} title={name}>
          {name}
        </span>
      </button>
      {own !== undefined && (
        <span className={styles.more}>
          <Menu
            trigger={<IconButton label={words.more(name)} size="sm" icon={<EllipsisVertical size={16} />} />}
            label={words.more(name)}
            entries={[
              { id: 'rename', label: words.rename, icon: <Pencil size={16} />, onAction: own.onRename },
              {
                id: 'delete',
                label: words.delete,
                icon: <Trash2 size={16} />,
                isDestructive: true,
                onAction: own.onDelete,
              },
            ]}
          />
        </span>
      )}
    </li>
  );
}
