// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed; the roles are those of a tree grid
import { ListTree } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { FileNode } from '../../../contract/compute-api.ts';
import type { MaterialRow } from '../../list-materials.ts';
import type { SelectionMarks } from '../../selection-marks.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/Select.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { WindowedList } from '../../ui/WindowedList.tsx';
import styles from './ObjectTree.module.css';
import { ObjectTreeRow } from './ObjectTreeRow.tsx';
import { listAncestors } from './part-family.ts';
import { listTreeRows, OPEN_ALL_UP_TO, type TreeRow } from './tree-rows.ts';
import type { PartHighlight } from './use-highlight.ts';

const ALL = 'all';
const fineRowPx = () => 32;
const coarseRowPx = () => 48;

/**
 * The lines of the tree. Arrows move, open and close; Space shows or hides; Enter lights up; Tab goes to the buttons of
 * the line.
 */
export function TreeGrid({
  nodes,
  names,
  materials,
  selection,
  hidden,
  helpers,
  pickedNode,
  hoveredNode,
  highlight,
  onToggleVisibility,
  onIsolate,
  onShowAll,
  notices,
}: {
  readonly nodes: readonly FileNode[];
  readonly names: ReadonlyMap<number, string>;
  readonly materials: readonly MaterialRow[];
  readonly selection: SelectionMarks;
  readonly hidden: ReadonlySet<number>;
  /** Shapes that an editor left (D7). */
  readonly helpers: ReadonlySet<number>;
  /** glTF node index of the part that was tapped on the stage. */
  readonly pickedNode: number | null;
  /** The one under the pointer there. */
  readonly hoveredNode: number | null;
  readonly highlight: PartHighlight;
  readonly onToggleVisibility: (node: FileNode) => void;
  readonly onIsolate: (node: FileNode) => void;
  /** Null while nothing is hidden. */
  readonly onShowAll: (() => void) | null;
  /** Between the filter and the lines. */
  readonly notices: ReactNode;
}) {
  const { t } = useTexts();
  const isCoarse = useCoarsePointer();
  const grid = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<number>>(() =>
    nodes.length > OPEN_ALL_UP_TO
      ? new Set(nodes.filter((node) => node.parent !== null).map((node) => node.index))
      : new Set(),
  );
  const [filter, setFilter] = useState(ALL);
  const [active, setActive] = useState<number | null>(null);
  const [sought, setSought] = useState<number | null>(null);

  const byMaterial = useMemo(() => new Map(materials.map((row) => [row.index, row])), [materials]);
  const rows = useMemo(
    () => listTreeRows(nodes, closed, filter === ALL ? null : Number(filter)),
    [nodes, closed, filter],
  );
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.node.index === active),
  );
  const elementOf = (index: number) =>
    grid.current?.querySelector<HTMLElement>(`[data-node="${index}"]`) ?? null;
  const focusRow = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setActive(row.node.index);
    requestAnimationFrame(() => {
      const element = elementOf(row.node.index);
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'nearest' });
    });
  };
  const fold = (row: TreeRow, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(row.node.index);
    else next.add(row.node.index);
    setClosed(next);
  };
  const select = (row: TreeRow) => {
    setActive(row.node.index);
    highlight.flash(row.node.index);
  };

  // What is tapped on the stage is opened, marked and lit here.
  useEffect(() => {
    setActive(pickedNode);
    if (pickedNode === null) return;
    const above = listAncestors(nodes, pickedNode);
    setClosed((old) => (above.some((index) => old.has(index)) ? without(old, above) : old));
    setFilter((old) => {
      const isListed = nodes.some(
        ({ index, materials: own }) => index === pickedNode && own.includes(Number(old)),
      );
      return old === ALL || isListed ? old : ALL;
    });
    setSought(pickedNode);
    highlight.flash(pickedNode);
  }, [pickedNode, nodes, highlight]);
  // Its line is in the document once it is the active one of open groups.
  useEffect(() => {
    if (sought === null || sought !== active || !rows.some((row) => row.node.index === sought)) return;
    grid.current?.querySelector(`[data-node="${sought}"]`)?.scrollIntoView({ block: 'nearest' });
    setSought(null);
  }, [sought, active, rows]);

  const options = [
    { id: ALL, label: t.objects.showAll },
    ...materials
      .map((row) => ({ id: String(row.index), label: row.name || t.materials.unnamed(row.index + 2) }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  ];
  const onKeyDown = (event: React.KeyboardEvent) => {
    const row = rows[activeIndex];
    if (row === undefined) return;
    const parent = rows.findLastIndex((other, index) => index < activeIndex && other.level < row.level);
    const isOnRow = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row';
    switch (event.key) {
      case 'ArrowDown':
        focusRow(Math.min(rows.length - 1, activeIndex + 1));
        break;
      case 'ArrowUp':
        focusRow(Math.max(0, activeIndex - 1));
        break;
      case 'Home':
        focusRow(0);
        break;
      case 'End':
        focusRow(rows.length - 1);
        break;
      case 'ArrowRight':
        if (row.hasChildren && !row.isOpen) fold(row, true);
        else focusRow(activeIndex + 1);
        break;
      case 'ArrowLeft':
        if (row.isOpen) fold(row, false);
        else focusRow(Math.max(0, parent));
        break;
      case ' ':
        if (!isOnRow) return;
        onToggleVisibility(row.node);
        break;
      case 'Enter':
        if (!isOnRow) return;
        select(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <div className={styles.tree}>
      <div className={styles.filter}>
        <Select label={t.objects.filter} options={options} value={filter} onChange={setFilter} />
      </div>
      {notices}
      {rows.length === 0 ? (
        <EmptyState icon={<ListTree size={28} />} title={t.objects.noneMatch} />
      ) : (
        <div
          ref={grid}
          role="treegrid"
          aria-label={t.panel.objects}
          aria-rowcount={rows.length}
          className={styles.rows}
          onKeyDown={onKeyDown}
          onPointerLeave={() => highlight.hover(null)}
        >
          <WindowedList
            count={rows.length}
            rowHeightPx={isCoarse ? coarseRowPx : fineRowPx}
            keepIndex={activeIndex}
            renderRow={(index) => {
              const row = rows[index]!;
              return (
                <ObjectTreeRow
                  key={row.node.index}
                  row={row}
                  rowIndex={index + 1}
                  name={names.get(row.node.index) ?? ''}
                  material={byMaterial.get(row.node.materials[0] ?? Number.NaN) ?? null}
                  selection={selection}
                  isHidden={hidden.has(row.node.index)}
                  isHelper={helpers.has(row.node.index)}
                  isTabStop={index === activeIndex}
                  isPicked={row.node.index === active}
                  isHovered={row.node.index === hoveredNode}
                  onFold={(isOpen) => fold(row, isOpen)}
                  onHover={() => highlight.hover(row.node.index)}
                  onToggleVisibility={() => onToggleVisibility(row.node)}
                  onIsolate={() => onIsolate(row.node)}
                  onShowAll={onShowAll}
                  onSelect={() => select(row)}
                />
              );
            }}
          />
        </div>
      )}
    </div>
  );
}

function without(set: ReadonlySet<number>, gone: readonly number[]): ReadonlySet<number> {
  const next = new Set(set);
  for (const index of gone) next.delete(index);
  return next;
}
