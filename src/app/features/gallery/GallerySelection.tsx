import { Star, StarOff, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Gallery.module.css';

/** What can be done with the renders that are selected. */
export function GallerySelection({
  count,
  isStarred,
  canChange,
  download,
  onStar,
  onDelete,
  onClear,
}: {
  readonly count: number;
  /** All of them carry a star: then it is taken away. */
  readonly isStarred: boolean;
  readonly canChange: boolean;
  readonly download: ReactNode;
  readonly onStar: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}) {
  const { gallery } = useLateTexts();
  const Icon = isStarred ? StarOff : Star;
  return (
    <div role="toolbar" aria-label={gallery.selection} className={styles.selection}>
      <IconButton label={gallery.clearSelection} icon={<X size={16} />} onPress={onClear} />
      <p className={styles.selected} role="status">
        {gallery.selected(count)}
      </p>
      <Button icon={<Icon size={16} aria-hidden="true" />} isDisabled={!canChange} onPress={onStar}>
        {isStarred ? gallery.removeStar : gallery.addStar}
      </Button>
      {download}
      <Button
        variant="danger"
        icon={<Trash2 size={16} aria-hidden="true" />}
        isDisabled={!canChange}
        onPress={onDelete}
      >
        {gallery.delete}
      </Button>
    </div>
  );
}
