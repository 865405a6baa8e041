import { Layers, Plus, X } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { MaterialRow } from '../../list-materials.ts';
import type { SelectionMarks } from '../../selection-marks.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SelectionMark } from '../../ui/SelectionMark.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { useApp } from '../../use-app.ts';
import styles from './MaterialList.module.css';
import { resetMaterial } from './reset-material.ts';
import { previewMaterialColour, setMaterialColour } from './set-material-colour.ts';

/** From this many rows on, only those in view are in the document: each holds three controls. */
const WINDOWED_FROM = 60;

const SWATCHES = ['#f0f0f0', '#1c1c1e', '#5b3524', '#8a5a34', '#c6c9cc', '#2b4a3a', '#28385c'];

/** One row per material of the model: picture or dot, name, source, library, reset, and its part in the render. */
export function MaterialList({
  rows,
  library,
  head,
  selection,
  picked,
  onOpenLibrary,
}: {
  readonly rows: readonly MaterialRow[];
  readonly library: ReadonlyMap<number, LibraryItemBody>;
  /** What stands above the rows. */
  readonly head: ReactNode;
  readonly selection: SelectionMarks;
  /** glTF material index of the part that was tapped on the stage. */
  readonly picked: number | null;
  readonly onOpenLibrary: (row: MaterialRow) => void;
}) {
  const { t } = useTexts();
  const isCoarse = useCoarsePointer();
  const rowHeightPx = useCallback(
    (index: number) => {
      const isDressed = rows[index]?.entry?.textureHash != null;
      return isCoarse ? (isDressed ? 98 : 60) : isDressed ? 86 : 44;
    },
    [rows, isCoarse],
  );
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Layers size={28} />} title={t.materials.empty} message={t.materials.emptyHint} />
    );
  }
  const show = (row: MaterialRow) => (
    <MaterialListRow
      key={row.id}
      row={row}
      item={row.entry?.libraryId == null ? undefined : library.get(row.entry.libraryId)}
      selection={selection}
      isPicked={picked === row.index}
      onOpenLibrary={onOpenLibrary}
    />
  );
  return (
    <div className={styles.list}>
      {head}
      {rows.length < WINDOWED_FROM ? (
        <div className={styles.rows}>{rows.map(show)}</div>
      ) : (
        <WindowedList
          count={rows.length}
          rowHeightPx={rowHeightPx}
          renderRow={(index) => show(rows[index]!)}
        />
      )}
    </div>
  );
}

function MaterialListRow({
  row,
  item,
  selection,
  isPicked,
  onOpenLibrary,
}: {
  readonly row: MaterialRow;
  readonly item: LibraryItemBody | undefined;
  readonly selection: SelectionMarks;
  readonly isPicked: boolean;
  readonly onOpenLibrary: (row: MaterialRow) => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, language } = texts;
  const [before, setBefore] = useState(row);
  const name = row.name || t.materials.unnamed(row.index + 2);
  const source =
    item?.names[language] ?? row.entry?.libraryMaterialName ?? fileSource(row, t.materials.fileTexture);
  const isDressed = row.entry?.textureHash != null;
  const parts = row.file.usageCount > 1 ? t.materials.parts(row.file.usageCount) : null;
  const colour = row.entry?.color ?? (isDressed ? item?.average_colour : undefined) ?? row.colour;

  // An item that left the library has no thumbnail any more, but its texture is still there.
  const picture = item?.thumbnail ?? row.entry?.texturePath ?? null;

  const dot = (
    <ColourPicker
      label={t.colour.choose(name)}
      colour={colour}
      swatches={SWATCHES}
      onOpen={() => setBefore(row)}
      onPreview={(next) => previewMaterialColour(app, row, next)}
      onCommit={(next) => setMaterialColour(app, texts, before, next)}
    />
  );
  const title = (
    <span className={styles.title}>
      {dot}
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.source}>{[source, parts].filter(Boolean).join(', ')}</span>
    </span>
  );
  const actions = (
    <span className={styles.actions}>
      <Button size="sm" aria-label={t.materials.libraryFor(name)} onPress={() => onOpenLibrary(row)}>
        {t.materials.library}
      </Button>
      {row.hasTexture && (
        <IconButton
          size="sm"
          label={t.materials.reset(name)}
          icon={<X size={16} />}
          onPress={() => resetMaterial(app, texts, row)}
        />
      )}
    </span>
  );
  const mark = (
    <SelectionMark mark={selection.of(row.id)} name={name} onToggle={() => selection.toggle(row, name)} />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div
      role="group"
      aria-label={name}
      className={classes(styles.row, !isDressed && styles.flat, isPicked && styles.picked)}
    >
      {isDressed ? (
        <>
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.picture}
            onClick={() => onOpenLibrary(row)}
          >
            {picture === null ? <Plus size={16} /> : <img src={picture} alt="" loading="lazy" />}
          </button>
          <span className={styles.middle}>
            {title}
            {actions}
          </span>
        </>
      ) : (
        <>
          {title}
          {actions}
        </>
      )}
      {mark}
    </div>
  );
}

function fileSource(row: MaterialRow, fileTexture: string): string | null {
  return row.hasTexture ? fileTexture : null;
}
