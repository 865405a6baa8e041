import { Layers } from 'lucide-react';
import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { MaterialId } from '../../../contract/ids.ts';
import type { SelectionMarks } from '../../core/selection-marks.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Mark, SelectionMark } from '../../ui/SelectionMark.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { controlsHeightPx } from './controls-height.ts';
import { MaterialControls } from './MaterialControls.tsx';
import styles from './MaterialList.module.css';
import { type ControlsContext, type MaterialPlace, useControlsContext } from './use-controls-context.ts';

/** From this many rows on, only those in view are in the document: each holds four controls. */
const WINDOWED_FROM = 60;

/** One row per material of the model and per independent instance, with its part in the render. */
export function MaterialList({
  head,
  selection,
  picked,
  ...place
}: MaterialPlace & {
  /** What stands above the rows. */
  readonly head: ReactNode;
  readonly selection: SelectionMarks;
  /** Number of the material of the part that was tapped on the stage. */
  readonly picked: number | null;
}) {
  const texts = useTexts();
  const { t } = texts;
  const { rows } = place;
  const isCoarse = useCoarsePointer();
  const context = useControlsContext(place);
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<MaterialId>>(new Set());
  /** The row that was pressed last; null once something was tapped on the stage after that. */
  const [active, setActive] = useState<MaterialId | null>(null);
  const rowHeightPx = useCallback(
    (index: number) => {
      const row = rows[index];
      if (row === undefined) return 0;
      const isActive = active === null ? row.index === picked : row.id === active;
      return controlsHeightPx(row, { isOpen: opened.has(row.id), isActive, isCoarse });
    },
    [rows, opened, active, picked, isCoarse],
  );
  const marks = useRef(selection);
  useLayoutEffect(() => {
    marks.current = selection;
  }, [selection]);
  const [acts] = useState<RowActs>(() => ({
    // After what was pressed has done its own: rows above it may grow or shrink under the finger.
    press: (id) => startTransition(() => setActive(id)),
    toggle: (id) => setOpened((old) => toggled(old, id)),
    mark: (row, name) => marks.current.toggle(row, name),
  }));
  // What is tapped on the stage comes into view.
  useEffect(() => {
    if (picked === null) return;
    setActive(null);
    list.current?.querySelector(`[data-material="${picked}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [picked]);
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Layers size={28} />} title={t.materials.empty} message={t.materials.emptyHint} />
    );
  }
  const show = (index: number) => {
    const row = rows[index]!;
    const mark = selection.of(row.id);
    return (
      <Row
        key={row.id}
        row={row}
        context={context}
        isPicked={picked === row.index}
        isActive={active === null ? picked === row.index : active === row.id}
        isOpen={opened.has(row.id)}
        markKind={mark.kind}
        priority={mark.kind === 'automatic' ? mark.priority : 0}
        acts={acts}
      />
    );
  };
  const pickedIndex = rows.findIndex(({ index }) => index === picked);
  return (
    <div ref={list} className={styles.list}>
      {head}
      {rows.length < WINDOWED_FROM ? (
        <div className={styles.rows}>{rows.map((_row, index) => show(index))}</div>
      ) : (
        <WindowedList
          count={rows.length}
          rowHeightPx={rowHeightPx}
          keepIndex={pickedIndex === -1 ? undefined : pickedIndex}
          renderRow={show}
        />
      )}
    </div>
  );
}

interface RowActs {
  press(id: MaterialId): void;
  toggle(id: MaterialId): void;
  mark(row: MaterialRow, name: string): void;
}

/** Drawn again only for what it shows itself: there may be thousands, and an edit is of one. */
const Row = memo(function Row({
  row,
  context,
  isPicked,
  isActive,
  isOpen,
  markKind,
  priority,
  acts,
}: {
  readonly row: MaterialRow;
  readonly context: ControlsContext;
  readonly isPicked: boolean;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly markKind: Mark['kind'];
  /** Of an automatic mark. */
  readonly priority: number;
  readonly acts: RowActs;
}) {
  const name = nameMaterial(row, useTexts());
  return (
    <div
      data-material={row.index}
      className={classes(styles.row, isPicked && styles.picked)}
      // Buttons keep a click to themselves on its way out.
      onClickCapture={() => acts.press(row.id)}
    >
      <MaterialControls
        row={row}
        nodeIndex={null}
        context={context}
        isOpen={isOpen}
        isActive={isActive}
        onToggle={() => acts.toggle(row.id)}
        mark={
          <SelectionMark
            mark={markKind === 'automatic' ? { kind: markKind, priority } : { kind: markKind }}
            name={name}
            onToggle={() => acts.mark(row, name)}
          />
        }
      />
    </div>
  );
});

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
