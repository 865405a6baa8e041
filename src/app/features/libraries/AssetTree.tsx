import { ChevronRight, Image, Images, Layers, Palette, Plus } from 'lucide-react';
import { Button, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import { AssetType } from '../../../contract/http/libraries.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './AssetTree.module.css';
import type { LibraryCategory } from './choose-category.ts';

const ICONS = { material: Layers, background: Image, style: Palette };

/** A library, or one category of it. */
export interface AssetPlace {
  readonly assetType: AssetType;
  /** Null for the whole library. */
  readonly categoryId: number | null;
}

/** The leaf below the libraries: all finished pictures (C2). */
export const RENDERS = 'renders';

/** One library in the tree. */
export interface AssetBranch {
  /** Null while nobody knows. */
  readonly count: number | null;
  readonly categories: readonly LibraryCategory[];
  /** In place of the categories: why there are none. */
  readonly note: string | null;
}

/** The libraries with their categories, and the renders: one branch is open at a time, and one place is active (S1 4.2). */
export function AssetTree({
  branches,
  active,
  open,
  isBlocked,
  canAdd,
  onSelect,
  onOpen,
  onAdd,
}: {
  readonly branches: Readonly<Record<AssetType, AssetBranch>>;
  readonly active: AssetPlace | typeof RENDERS;
  readonly open: AssetType | null;
  /** An upload is being prepared: no category is added, and no branch opened or closed. */
  readonly isBlocked: boolean;
  /** False without a connection. */
  readonly canAdd: boolean;
  readonly onSelect: (place: AssetPlace | typeof RENDERS) => void;
  readonly onOpen: (assetType: AssetType | null) => void;
  readonly onAdd: (assetType: AssetType) => void;
}) {
  const { language } = useTexts();
  const { assets } = useLateTexts();
  const { gallery } = useLateTexts();
  return (
    <Tree
      aria-label={assets.tree}
      className={styles.tree ?? ''}
      selectionMode="single"
      selectionBehavior="toggle"
      disallowEmptySelection
      dependencies={[branches, active, isBlocked, canAdd, language]}
      selectedKeys={[keyOf(active)]}
      onSelectionChange={(keys) => {
        const key = keys === 'all' ? undefined : [...keys][0];
        if (key !== undefined) onSelect(placeOf(String(key)));
      }}
      expandedKeys={open === null ? [] : [open]}
      onExpandedChange={(keys) => {
        if (isBlocked) return;
        const opened = AssetType.options.find((type) => type !== open && keys.has(type));
        onOpen(opened ?? (open !== null && keys.has(open) ? open : null));
      }}
    >
      {AssetType.options.map((assetType) => {
        const { count, categories, note } = branches[assetType];
        const Icon = ICONS[assetType];
        return (
          <TreeItem
            key={assetType}
            id={assetType}
            textValue={assets.libraries[assetType]}
            className={styles.item ?? ''}
          >
            <TreeItemContent>
              <div className={styles.row}>
                <Button slot="chevron" className={styles.chevron ?? ''} isDisabled={isBlocked}>
                  <ChevronRight size={16} aria-hidden="true" />
                </Button>
                <Icon size={16} aria-hidden="true" className={styles.kind} />
                <span className={styles.name}>{assets.libraries[assetType]}</span>
                <span className={styles.count}>{count}</span>
                <IconButton
                  size="sm"
                  placement="right"
                  className={styles.add}
                  label={isBlocked ? assets.newCategoryBlocked : assets.newCategory[assetType]}
                  icon={<Plus size={14} />}
                  isDisabled={isBlocked || !canAdd}
                  onPress={() => onAdd(assetType)}
                />
              </div>
            </TreeItemContent>
            {note !== null && (
              <TreeItem id={`${assetType}:note`} textValue={note} isDisabled className={styles.note ?? ''}>
                <TreeItemContent>
                  <span className={styles.noteText}>{note}</span>
                </TreeItemContent>
              </TreeItem>
            )}
            {categories.map(({ id, name, items }) => (
              <TreeItem
                key={id}
                id={keyOf({ assetType, categoryId: id })}
                textValue={name}
                className={styles.item ?? ''}
              >
                <TreeItemContent>
                  <div className={styles.row}>
                    <span className={styles.leaf}>{name}</span>
                    {count !== null && <span className={styles.count}>{items.length}</span>}
                    <span className={styles.gap} />
                  </div>
                </TreeItemContent>
              </TreeItem>
            ))}
          </TreeItem>
        );
      })}
      <TreeItem id={RENDERS} textValue={gallery.title} className={styles.item ?? ''}>
        <TreeItemContent>
          <div className={styles.row}>
            <span className={styles.chevron} />
            <Images size={16} aria-hidden="true" className={styles.kind} />
            <span className={styles.name}>{gallery.title}</span>
          </div>
        </TreeItemContent>
      </TreeItem>
    </Tree>
  );
}

function keyOf(place: AssetPlace | typeof RENDERS): string {
  if (place === RENDERS) return RENDERS;
  const { assetType, categoryId } = place;
  return categoryId === null ? assetType : `${assetType}:${categoryId}`;
}

function placeOf(key: string): AssetPlace | typeof RENDERS {
  if (key === RENDERS) return RENDERS;
  const [type, id] = key.split(':');
  return { assetType: AssetType.parse(type), categoryId: id === undefined ? null : Number(id) };
}
