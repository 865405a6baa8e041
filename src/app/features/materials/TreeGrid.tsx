// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed; the roles are those of a tree grid
import { ListTree } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileNode } from '../../../contract/model-report.ts';
import type { SelectionMarks } from '../../core/selection-marks.ts';
import { useApp } from '../../core/use-app.ts';
import { type MaterialRow, materialOfNode } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { frameParts } from '../../scene/move-camera.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/Select.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { compareNames } from '../../values/compare-names.ts';
import { controlsHeightPx } from './controls-height.ts';
import { moveInTree } from './move-in-tree.ts';
import styles from './ObjectTree.module.css';
import { ObjectTreeRow } from './ObjectTreeRow.tsx';
import { TreeControls } from './TreeControls.tsx';
import { listTreeLines, type NodeLine, type TreeLine } from './tree-rows.ts';
import type { ControlsContext } from './use-controls-context.ts';
import type { PartHighlight } from './use-highlight.ts';
import { useTreeFolds } from './use-tree-folds.ts';

const ALL = 'all';

/**
 * The lines of the tree. Arrows move, open and close; Space shows or hides; Enter lights up; Tab goes to the buttons of
 * the line. Not react-aria's Tree, which takes a task of 370 ms for a model of 20,000 nodes, see {@link WindowedList}.
 */
export function TreeGrid({
  nodes,
  materials,
  context,
  selection,
  hidden,
  pickedNode,
  hoveredNode,
  highlight,
  onToggleVisibility,
  onIsolate,
  onShowAll,
  notices,
}: {
  readonly nodes: readonly FileNode[];
  readonly materials: readonly MaterialRow[];
  readonly context: ControlsContext;
  readonly selection: SelectionMarks;
  readonly hidden: ReadonlySet<number>;
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
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const isCoarse = useCoarsePointer();
  const { partNames, helpers } = context;
  const grid = useRef<HTMLDivElement>(null);
  const { closed, opened, fold, reveal } = useTreeFolds(nodes, materials);
  const [settingsOpen, setSettingsOpen] = useState<string | null>(null);
  const [filter, setFilter] = useState(ALL);
  const [active, setActive] = useState<number | null>(null);
  const [sought, setSought] = useState<number | null>(null);

  const filtered = materials.find(({ id }) => id === filter);
  const lines = useMemo(
    () => listTreeLines(nodes, { closed, opened, only: filtered ? new Set(filtered.nodes) : null }),
    [nodes, closed, opened, filtered],
  );
  const activeIndex = Math.max(
    0,
    lines.findIndex((line) => line.kind === 'node' && line.node.index === active),
  );
  const materialOf = useCallback(
    (line: TreeLine) =>
      materialOfNode(
        materials,
        line.node,
        line.kind === 'controls' ? line.material : (line.node.materials[0] ?? Number.NaN),
      ),
    [materials],
  );
  const lineHeightPx = useCallback(
    (index: number) => {
      const line = lines[index];
      const material = line?.kind === 'controls' ? materialOf(line) : null;
      if (line === undefined || material === null) return isCoarse ? 48 : 32;
      return controlsHeightPx(material, {
        isOpen: settingsOpen === keyOf(line),
        isActive: true,
        isCoarse,
      });
    },
    [lines, materialOf, settingsOpen, isCoarse],
  );
  const focusLine = (line: NodeLine): void => {
    setActive(line.node.index);
    requestAnimationFrame(() => {
      const element = grid.current?.querySelector<HTMLElement>(`[data-node="${line.node.index}"]`);
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'nearest' });
    });
  };
  const select = (line: NodeLine): void => {
    setActive(line.node.index);
    highlight.flash({ kind: 'node', nodeIndex: line.node.index });
  };

  // What is tapped on the stage is opened, marked and lit here.
  useEffect(() => {
    setActive(pickedNode);
    if (pickedNode === null) return;
    reveal(pickedNode);
    setSought(pickedNode);
    highlight.flash({ kind: 'node', nodeIndex: pickedNode });
  }, [pickedNode, reveal, highlight]);
  // A filter that hides it gives way.
  useEffect(() => {
    if (sought !== null && filtered !== undefined && !filtered.nodes.includes(sought)) setFilter(ALL);
  }, [sought, filtered]);
  // Its line is in the document once it is the active one of open groups.
  useEffect(() => {
    const isListed = lines.some((line) => line.node.index === sought);
    if (sought === null || sought !== active || !isListed) return;
    grid.current?.querySelector(`[data-node="${sought}"]`)?.scrollIntoView({ block: 'nearest' });
    setSought(null);
  }, [sought, active, lines]);

  const compare = compareNames(texts.language);
  const options = [
    { id: ALL, label: t.objects.showAll },
    ...materials
      .map((row) => ({ id: row.id as string, label: nameMaterial(row, texts) }))
      .sort((a, b) => compare(a.label, b.label)),
  ];
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    // A field, a slider or a menu of a material has its own keys.
    if (target === null || target.closest('[data-controls]') !== null) return;
    const move = moveInTree(lines, activeIndex, event.key, target.getAttribute('role') === 'row');
    if (move === null) return;
    event.preventDefault();
    if (move.kind === 'fold') fold(move.line, move.isOpen);
    else if (move.kind === 'focus') focusLine(move.line);
    else if (move.kind === 'show') onToggleVisibility(move.line.node);
    else select(move.line);
  };
  const renderLine = (index: number) => {
    const line = lines[index]!;
    const material = materialOf(line);
    if (line.kind === 'controls') {
      const key = keyOf(line);
      return material === null ? null : (
        <TreeControls
          key={key}
          line={line}
          row={material}
          rowIndex={index + 1}
          context={context}
          isOpen={settingsOpen === key}
          onToggle={() => setSettingsOpen(settingsOpen === key ? null : key)}
        />
      );
    }
    const { node } = line;
    return (
      <ObjectTreeRow
        key={node.index}
        row={line}
        rowIndex={index + 1}
        name={partNames.get(node.index) ?? ''}
        material={material}
        selection={selection}
        isHidden={hidden.has(node.index)}
        isHelper={helpers.has(node.index)}
        isTabStop={index === activeIndex}
        isPicked={node.index === active}
        isHovered={node.index === hoveredNode}
        onFold={(isOpen) => fold(line, isOpen)}
        onHover={() => highlight.hover({ kind: 'node', nodeIndex: node.index })}
        onToggleVisibility={() => onToggleVisibility(node)}
        onFrame={() => void frameParts(app, { kind: 'node', nodeIndex: node.index })}
        onIsolate={() => onIsolate(node)}
        onShowAll={onShowAll}
        onSelect={() => select(line)}
      />
    );
  };

  return (
    <div className={styles.tree}>
      <div className={styles.filter}>
        <Select
          label={t.objects.filter}
          options={options}
          value={filtered === undefined ? ALL : filter}
          onChange={setFilter}
        />
      </div>
      {notices}
      {lines.length === 0 ? (
        <EmptyState icon={<ListTree size={28} />} title={t.objects.noneMatch} />
      ) : (
        <div
          ref={grid}
          role="treegrid"
          aria-label={t.panel.objects}
          aria-rowcount={lines.length}
          className={styles.rows}
          onKeyDown={onKeyDown}
          onPointerLeave={() => highlight.hover(null)}
        >
          <WindowedList
            count={lines.length}
            rowHeightPx={lineHeightPx}
            keepIndex={activeIndex}
            renderRow={renderLine}
          />
        </div>
      )}
    </div>
  );
}

/** The one place of a material's controls whose settings are open; a part may have several materials. */
function keyOf(line: TreeLine): string {
  return line.kind === 'controls' ? `${line.node.index}:${line.material}` : String(line.node.index);
}
