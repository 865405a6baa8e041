import { Check } from 'lucide-react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './LibraryGrid.module.css';

/** Pictures in a grid: arrows move, Enter or a click chooses. The one in use carries a ring and says so. */
export function LibraryGrid({
  label,
  items,
  currentId,
  hasFocus,
  onChoose,
}: {
  readonly label: string;
  readonly items: readonly LibraryItemBody[];
  readonly currentId: number | null;
  /** Takes the focus when it appears, so that the arrow keys work at once. */
  readonly hasFocus: boolean;
  readonly onChoose: (item: LibraryItemBody) => void;
}) {
  const { t, language } = useTexts();
  return (
    <ListBox
      aria-label={label}
      className={styles.grid ?? ''}
      layout="grid"
      autoFocus={hasFocus}
      items={items}
      dependencies={[language, currentId]}
      selectionMode="single"
      selectionBehavior="toggle"
      selectedKeys={currentId === null ? [] : [currentId]}
      onSelectionChange={(keys) => {
        // An empty selection is a second click on the one in use: it stays.
        const chosen = keys === 'all' ? undefined : [...keys][0];
        const item = items.find(({ id }) => id === (chosen ?? currentId));
        if (item !== undefined) onChoose(item);
      }}
    >
      {(item) => (
        <ListBoxItem id={item.id} textValue={item.names[language]} className={styles.card ?? ''}>
          <span className={styles.frame}>
            <img className={styles.picture} src={item.thumbnail} alt="" loading="lazy" draggable={false} />
            {item.id === currentId && (
              <Badge tone="picture" icon={<Check size={12} aria-hidden="true" />} className={styles.badge}>
                {t.libraries.inUse}
              </Badge>
            )}
          </span>
          <Text slot="label" className={styles.name ?? ''}>
            {item.names[language]}
          </Text>
        </ListBoxItem>
      )}
    </ListBox>
  );
}
