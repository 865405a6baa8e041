// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed; the roles are those of a tree grid
import { ListTree } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FileNode } from '../../../contract/compute-api.ts';
import type { MaterialId } from '../../../contract/ids.ts';
import type { PartChoice } from '../../../contract/viewer-api.ts';
import type { MaterialRow } from '../../list-materials.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/Select.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { WindowedList } from '../../ui/WindowedList.tsx';
import styles from './ObjectTree.module.css';
import { ObjectTreeRow } from './ObjectTreeRow.tsx';
import { listTreeRows, OPEN_ALL_UP_TO, type TreeRow } from './tree-rows.ts';

const ALL = 'all';
const fineRowPx = () => 32;
const coarseRowPx = () => 48;

/**
 * The parts of the model as the file groups them. Arrows move, open and close; Space shows or hides; Tab goes to the
 * eye of the line.
 */
export function ObjectTree({
  nodes,
  materials,
  priorities,
  hiddenNodes,
  pickedNode,
  onToggleVisibility,
  onHighlight,
}: {
  readonly nodes: readonly FileNode[];
  readonly materials: readonly MaterialRow[];
  readonly priorities: ReadonlyMap<MaterialId, number>;
  readonly hiddenNodes: readonly number[];
  /** glTF node index of the part that was tapped on the stage. */
  readonly pickedNode: number | null;
  readonly onToggleVisibility: (node: FileNode) => void;
  /** Lights up parts on the stage, null for none. */
  readonly onHighlight: (parts: PartChoice | null) => void;
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

  const hidden = useMemo(() => new Set(hiddenNodes), [hiddenNodes]);
  const byMaterial = useMemo(() => new Map(materials.map((row) => [row.index, row])), [materials]);
  const rows = useMemo(
    () => listTreeRows(nodes, closed, filter === ALL ? null : Number(filter)),
    [nodes, closed, filter],
  );
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.node.index === active),
  );
  const focusRow = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setActive(row.node.index);
    requestAnimationFrame(() => {
      const element = grid.current?.querySelector<HTMLElement>(`[data-node="${row.node.index}"]`);
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

  useEffect(() => {
    if (pickedNode === null) return;
    setActive(pickedNode);
    setClosed((old) => openAncestors(nodes, pickedNode, old));
    requestAnimationFrame(() =>
      grid.current?.querySelector(`[data-node="${pickedNode}"]`)?.scrollIntoView({ block: 'nearest' }),
    );
  }, [pickedNode, nodes]);
  useEffect(() => () => onHighlight(null), [onHighlight]);

  if (nodes.length === 0) {
    return <EmptyState icon={<ListTree size={28} />} title={t.objects.empty} message={t.objects.emptyHint} />;
  }
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
        onHighlight({ kind: 'node', nodeIndex: row.node.index });
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
                  material={byMaterial.get(row.node.materials[0] ?? Number.NaN) ?? null}
                  priorities={priorities}
                  isHidden={hidden.has(row.node.index)}
                  isTabStop={index === activeIndex}
                  isPicked={row.node.index === active}
                  onFold={(isOpen) => fold(row, isOpen)}
                  onToggleVisibility={() => onToggleVisibility(row.node)}
                  onSelect={() => {
                    setActive(row.node.index);
                    onHighlight({ kind: 'node', nodeIndex: row.node.index });
                  }}
                />
              );
            }}
          />
        </div>
      )}
    </div>
  );
}

function openAncestors(
  nodes: readonly FileNode[],
  index: number,
  closed: ReadonlySet<number>,
): ReadonlySet<number> {
  const all = new Map(nodes.map((node) => [node.index, node]));
  const next = new Set(closed);
  for (let at = all.get(index)?.parent ?? null; at !== null; at = all.get(at)?.parent ?? null)
    next.delete(at);
  return next.size === closed.size ? closed : next;
}
