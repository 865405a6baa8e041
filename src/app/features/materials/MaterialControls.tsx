import { SlidersHorizontal, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { classes } from '../../ui/classes.ts';
import { Deferred } from '../../ui/Deferred.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyPart, PlainFrame } from '../../ui/lazy-part.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { IndependentButton } from './IndependentButton.tsx';
import styles from './MaterialControls.module.css';
import { MaterialName } from './MaterialName.tsx';
import { ProtectButton } from './ProtectButton.tsx';
import { resetMaterial } from './reset-material.ts';
import { previewMaterialColour, setMaterialColour, takeBackMaterialColour } from './set-material-colour.ts';
import { setOwnTexture } from './set-own-texture.ts';
import { SWATCHES } from './swatches.ts';
import { pictureTint, useChipColour, useTexturePicture } from './texture-queries.ts';
import type { ControlsContext } from './use-controls-context.ts';

const MaterialDetails = lazyPart(
  async () => (await import('./MaterialDetails.tsx')).MaterialDetails,
  PlainFrame,
);

/**
 * Everything a person does to one material, in the list and in the tree: texture, colour, name, library, independence,
 * reset, and its settings. A picture dropped on it becomes its texture.
 *
 * @param nodeIndex The part it stands for in the tree; null where it stands for all its parts.
 */
export function MaterialControls({
  row,
  nodeIndex,
  context,
  isOpen,
  isActive,
  onToggle,
  mark,
}: {
  readonly row: MaterialRow;
  readonly nodeIndex: number | null;
  readonly context: ControlsContext;
  /** Whether its settings show. */
  readonly isOpen: boolean;
  /** Whether its tools show without a pointer or the focus on it: on a tablet only one material has them at a time. */
  readonly isActive: boolean;
  readonly onToggle: () => void;
  readonly mark?: ReactNode;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const item = row.entry?.libraryId == null ? undefined : context.library.get(row.entry.libraryId);
  const [before, setBefore] = useState(row);
  const [isOver, setOver] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const wasToggled = useRef(false);
  // Opened by hand, its settings come into view whole.
  useEffect(() => {
    if (!isOpen || !wasToggled.current) return;
    wasToggled.current = false;
    group.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const colour = useChipColour(row, item);
  const picture = useTexturePicture(row, item);
  const name = nameMaterial(row, texts);
  const drop = (event: DragEvent): void => {
    setOver(false);
    if (!isPicture(event.dataTransfer)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file !== undefined) void setOwnTexture(app, texts, row, file);
  };
  const isProtected = row.entry?.isProtected === true;
  const protect = <ProtectButton row={row} isForAi={context.isForAi} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div
      role="group"
      aria-label={name}
      ref={group}
      className={classes(styles.controls, isOver && styles.over, (isActive || isOpen) && styles.active)}
      onDragOver={(event) => {
        if (!isPicture(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <div
        className={classes(styles.row, !row.hasTexture && styles.flat, mark === undefined && styles.unmarked)}
      >
        {row.hasTexture && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.picture}
            onClick={() => context.onOpenLibrary(row)}
          >
            <Tile address={picture} tint={pictureTint(row)}>
              <Shade colour={colour} />
            </Tile>
          </button>
        )}
        <span className={styles.title}>
          <ColourPicker
            label={t.colour.choose(name)}
            colour={colour}
            swatches={SWATCHES}
            onOpen={() => setBefore(row)}
            onPreview={(next) => previewMaterialColour(app, row, next)}
            onCommit={(next) => setMaterialColour(app, texts, before, next)}
            onTakenBack={() => takeBackMaterialColour(app, before)}
          />
          <MaterialName
            row={row}
            isRenaming={isRenaming}
            onRename={setRenaming}
            onReveal={() => context.onReveal(row)}
          />
          {isProtected && protect}
        </span>
        <span className={styles.source}>{describeSource(row, item, texts)}</span>
        <span className={styles.actions}>
          <Deferred>
            <Button
              size="sm"
              aria-label={t.materials.libraryFor(name)}
              onPress={() => context.onOpenLibrary(row)}
            >
              {t.materials.library}
            </Button>
            {row.isShared && <IndependentButton row={row} nodeIndex={nodeIndex} context={context} />}
            {row.hasTexture && (
              <IconButton
                size="sm"
                label={t.materials.reset(name)}
                icon={<X size={16} />}
                onPress={() => resetMaterial(app, texts, row)}
              />
            )}
            {!isProtected && protect}
            <IconButton
              size="sm"
              label={t.dressing.more(name)}
              icon={<SlidersHorizontal size={16} />}
              aria-expanded={isOpen}
              onPress={() => {
                wasToggled.current = true;
                onToggle();
              }}
            />
          </Deferred>
        </span>
        {mark}
      </div>
      {isOpen && (
        <MaterialDetails row={row} item={item} context={context} onRename={() => setRenaming(true)} />
      )}
    </div>
  );
}

/** In place of a picture that is still to come, or of relief alone: a ball in the material's colour. */
function Shade({ colour }: { readonly colour: string }) {
  const ball = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => ball.current?.style.setProperty('--swatch', colour), [colour]);
  return <span ref={ball} className={styles.shade} data-shaded />;
}

/** One picture, and nothing else: a model with its textures is for the stage. */
function isPicture(transfer: DataTransfer): boolean {
  const files = [...transfer.items].filter(({ kind }) => kind === 'file');
  return files.length === 1 && files[0]?.type.startsWith('image/') === true;
}

function describeSource(
  row: MaterialRow,
  item: LibraryItemBody | undefined,
  { t, language }: ReturnType<typeof useTexts>,
): string {
  const source =
    item?.names[language] ??
    row.entry?.libraryMaterialName ??
    (row.hasTexture ? t.materials.fileTexture : null);
  const parts = row.usageCount > 1 ? t.materials.parts(row.usageCount) : null;
  return [source, parts].filter((text) => text !== null).join(', ');
}
