import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EllipsisVertical,
  Frame,
  GripVertical,
  Image,
  Pencil,
  Trash2,
} from 'lucide-react';
import { Button, GridListItem } from 'react-aria-components';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { deleteView } from './delete-views.ts';
import { stepView } from './move-view.ts';
import { updateView } from './update-view.ts';
import styles from './ViewsBar.module.css';

/** One saved view: its picture, its name, and a menu of what can be done with it. */
export function ViewChip({
  view: { uuid, name, thumbnail },
  isFirst,
  isLast,
  isColumn,
  onRename,
}: {
  readonly view: SavedView;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The list runs downwards. */
  readonly isColumn: boolean;
  readonly onRename: () => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  return (
    <GridListItem id={uuid} textValue={name} className={styles.chip ?? ''} onDoubleClick={onRename}>
      <span className={styles.picture}>
        {thumbnail === null ? (
          <Image size={16} aria-hidden="true" />
        ) : (
          <img src={thumbnail} alt="" draggable={false} />
        )}
        <Button slot="drag" aria-label={t.views.drag(name)} className={styles.handle ?? ''}>
          <GripVertical size={16} aria-hidden="true" />
        </Button>
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.more}>
        <Menu
          trigger={<IconButton label={t.views.more(name)} size="sm" icon={<EllipsisVertical size={16} />} />}
          label={t.views.more(name)}
          entries={[
            {
              id: 'rename',
              label: t.views.rename,
              hint: 'F2',
              icon: <Pencil size={16} />,
              onAction: onRename,
            },
            {
              id: 'update',
              label: t.views.update,
              icon: <Frame size={16} />,
              onAction: () => void updateView(app, uuid),
            },
            {
              id: 'back',
              label: isColumn ? t.views.moveUp : t.views.moveLeft,
              icon: isColumn ? <ArrowUp size={16} /> : <ArrowLeft size={16} />,
              isDisabled: isFirst,
              onAction: () => stepView(app, uuid, -1),
            },
            {
              id: 'forth',
              label: isColumn ? t.views.moveDown : t.views.moveRight,
              icon: isColumn ? <ArrowDown size={16} /> : <ArrowRight size={16} />,
              isDisabled: isLast,
              onAction: () => stepView(app, uuid, 1),
            },
            {
              id: 'delete',
              label: t.views.delete,
              icon: <Trash2 size={16} />,
              isDestructive: true,
              onAction: () => deleteView(app, uuid),
            },
          ]}
        />
      </span>
    </GridListItem>
  );
}
