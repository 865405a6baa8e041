// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed; the roles are those of a tree grid
import { Box, Boxes, ChevronRight, EllipsisVertical, Eye, EyeOff, Focus, Scan } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { SelectionMarks } from '../../core/selection-marks.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/Menu.tsx';
import { SelectionMark } from '../../ui/SelectionMark.tsx';
import styles from './ObjectTree.module.css';
import type { NodeLine } from './tree-rows.ts';

/** One node: disclosure apart from the name, its material in brackets, menu, eye, and its part in the render. */
export function ObjectTreeRow({
  row,
  rowIndex,
  name,
  material,
  selection,
  isHidden,
  isHelper,
  isTabStop,
  isPicked,
  isHovered,
  onFold,
  onHover,
  onToggleVisibility,
  onFrame,
  onIsolate,
  onShowAll,
  onSelect,
}: {
  readonly row: NodeLine;
  readonly rowIndex: number;
  /** As `nameParts` gives it. */
  readonly name: string;
  /** Of the node's first primitive. */
  readonly material: MaterialRow | null;
  readonly selection: SelectionMarks;
  readonly isHidden: boolean;
  readonly isHelper: boolean;
  /** The one row that Tab reaches. */
  readonly isTabStop: boolean;
  readonly isPicked: boolean;
  /** The pointer is over it on the stage. */
  readonly isHovered: boolean;
  readonly onFold: (isOpen: boolean) => void;
  /** A mouse or a pen came over the line. */
  readonly onHover: () => void;
  readonly onToggleVisibility: () => void;
  /** Shows it on the stage as large as it goes. */
  readonly onFrame: () => void;
  readonly onIsolate: () => void;
  /** Null while nothing is hidden. */
  readonly onShowAll: (() => void) | null;
  readonly onSelect: () => void;
}) {
  const texts = useTexts();
  const { t } = texts;
  const { taps } = useLateTexts();
  const element = useRef<HTMLDivElement>(null);
  const { node, level, canOpen, isOpen } = row;
  const materialName = material === null ? null : nameMaterial(material, texts);
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
      aria-selected={isPicked}
      {...(canOpen ? { 'aria-expanded': isOpen } : {})}
      data-node={node.index}
      tabIndex={tabIndex}
      className={classes(
        styles.row,
        isPicked && styles.picked,
        isHovered && styles.hovered,
        isHidden && styles.hidden,
      )}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') onHover();
      }}
    >
      <span role="gridcell" tabIndex={-1} className={styles.cell}>
        {canOpen ? (
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
          {isHelper && <span className={styles.helper}>{t.parts.helper}</span>}
        </button>
      </span>
      <span role="gridcell" tabIndex={-1} className={styles.tools}>
        <Menu
          label={t.parts.more(name)}
          trigger={
            <Button
              aria-label={t.parts.more(name)}
              excludeFromTabOrder={!isTabStop}
              className={classes(styles.eye, styles.more)}
            >
              <EllipsisVertical size={16} />
            </Button>
          }
          entries={[
            { id: 'frame', label: taps.framePart, icon: <Scan size={16} />, onAction: onFrame },
            { id: 'isolate', label: t.parts.isolate, icon: <Focus size={16} />, onAction: onIsolate },
            {
              id: 'all',
              label: t.parts.showAll,
              icon: <Eye size={16} />,
              isDisabled: onShowAll === null,
              onAction: () => onShowAll?.(),
            },
          ]}
        />
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
            mark={selection.of(material.id)}
            name={materialName ?? name}
            tabIndex={tabIndex}
            onToggle={() => selection.toggle(material, materialName ?? name)}
          />
        ) : (
          <span className={styles.noMark} />
        )}
      </span>
    </div>
  );
}
