import { Layers } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { MaterialId } from '../../../contract/ids.ts';
import { nameMaterial } from '../../name-material.ts';
import type { SelectionMarks } from '../../selection-marks.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectionMark } from '../../ui/SelectionMark.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { controlsHeightPx } from './controls-height.ts';
import { MaterialControls } from './MaterialControls.tsx';
import styles from './MaterialList.module.css';
import { type MaterialPlace, useControlsContext } from './use-controls-context.ts';

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
  const toggle = (id: MaterialId): void => setOpened((old) => toggled(old, id));
  const show = (index: number) => {
    const row = rows[index]!;
    const name = nameMaterial(row, texts);
    return (
      <div
        key={row.id}
        data-material={row.index}
        className={classes(styles.row, picked === row.index && styles.picked)}
        onPointerUp={() => setActive(row.id)}
      >
        <MaterialControls
          row={row}
          nodeIndex={null}
          context={context}
          isOpen={opened.has(row.id)}
          isActive={active === null ? picked === row.index : active === row.id}
          onToggle={() => toggle(row.id)}
          mark={
            <SelectionMark
              mark={selection.of(row.id)}
              name={name}
              onToggle={() => selection.toggle(row, name)}
            />
          }
        />
      </div>
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

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
