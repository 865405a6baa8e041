// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed; the roles are those of a tree grid
import { Box, Boxes, ChevronRight, Eye, EyeOff } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { MaterialId } from '../../../contract/ids.ts';
import { cleanName, type MaterialRow } from '../../list-materials.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { SelectionMark } from '../../ui/SelectionMark.tsx';
import styles from './ObjectTree.module.css';
import type { TreeRow } from './tree-rows.ts';

/** One node: disclosure apart from the name, its material in brackets, eye, and its part in the render. */
export function ObjectTreeRow({
  row,
  rowIndex,
  material,
  priorities,
  isHidden,
  isTabStop,
  isPicked,
  onFold,
  onToggleVisibility,
  onSelect,
}: {
  readonly row: TreeRow;
  readonly rowIndex: number;
  /** Material of the node's first primitive. */
  readonly material: MaterialRow | null;
  readonly priorities: ReadonlyMap<MaterialId, number>;
  readonly isHidden: boolean;
  /** The one row that Tab reaches. */
  readonly isTabStop: boolean;
  readonly isPicked: boolean;
  readonly onFold: (isOpen: boolean) => void;
  readonly onToggleVisibility: () => void;
  readonly onSelect: () => void;
}) {
  const { t } = useTexts();
  const element = useRef<HTMLDivElement>(null);
  const { node, level, hasChildren, isOpen } = row;
  const name = cleanName(node.name) || t.objects.unnamed(node.index + 1);
  const materialName = material === null ? null : material.name || t.materials.unnamed(material.index + 2);
  const priority = material === null ? undefined : priorities.get(material.id);
  const tabIndex = isTabStop ? 0 : -1;
  useLayoutEffect(() => {
    element.current?.style.setProperty('--level', String(Math.min(level - 1, 12)));
  }, [level]);

  return (
    <div
      ref={element}
      role="row"
      aria-level={level}
      aria-rowindex={rowIndex}
      aria-label={materialName === null ? name : `${name} [${materialName}]`}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      data-node={node.index}
      tabIndex={tabIndex}
      className={classes(styles.row, isPicked && styles.picked, isHidden && styles.hidden)}
    >
      <span role="gridcell" tabIndex={-1} className={styles.cell}>
        {hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.fold}
            aria-label={isOpen ? t.objects.close(name) : t.objects.open(name)}
            onClick={() => onFold(!isOpen)}
          >
            <ChevronRight size={14} className={classes(styles.chevron, isOpen && styles.open)} />
          </button>
        ) : (
          <span className={styles.fold} />
        )}
        <button type="button" tabIndex={-1} className={styles.label} onClick={onSelect}>
          {node.hasMesh ? <Box size={14} /> : <Boxes size={14} />}
          <span className={styles.name}>{name}</span>
          {node.hasMesh && materialName !== null && <span className={styles.material}>[{materialName}]</span>}
        </button>
      </span>
      <span role="gridcell" tabIndex={-1} className={styles.tools}>
        <button
          type="button"
          tabIndex={tabIndex}
          className={styles.eye}
          aria-label={`${isHidden ? t.objects.show : t.objects.hide}: ${name}`}
          title={isHidden ? t.objects.show : t.objects.hide}
          onClick={onToggleVisibility}
        >
          {isHidden ? <EyeOff size={16} /> : <Eye size={16} />}
        </button>
        {node.hasMesh && material !== null ? (
          <SelectionMark
            kind={priority !== undefined ? 'automatic' : material.hasTexture ? 'available' : 'none'}
            priority={priority}
            label={
              priority !== undefined
                ? t.materials.automatic(priority)
                : material.hasTexture
                  ? t.materials.available
                  : t.materials.needsTexture
            }
          />
        ) : (
          <span className={styles.noMark} />
        )}
      </span>
    </div>
  );
}
