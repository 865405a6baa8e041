import { EllipsisVertical, History, Image, Link, Palette, Pencil, Scan, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { useMaterialRows } from '../../core/use-material-rows.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { frameParts } from '../../scene/move-camera.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './MaterialControls.module.css';
import { keepTexture, rejoinMaterial } from './make-independent.ts';
import { listValueFields } from './material-values.ts';
import { isChangedMaterial, restoreOriginal } from './reset-material.ts';
import { resetMaterialColour } from './set-material-colour.ts';
import { setOwnTexture, TEXTURE_TYPES } from './set-own-texture.ts';
import type { ControlsContext } from './use-controls-context.ts';
import { ValueLine } from './ValueLine.tsx';

/** The settings of one material: a picture of the person's own, the way back, and every value that changes its look. */
export function MaterialDetails({
  row,
  item,
  context,
  onRename,
}: {
  readonly row: MaterialRow;
  readonly item: LibraryItemBody | undefined;
  readonly context: ControlsContext;
  readonly onRename: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { taps } = useLateTexts();
  const file = useRef<HTMLInputElement>(null);
  const name = nameMaterial(row, texts);
  const rows = useMaterialRows();
  const parent = row.isIndependent ? rows.find(({ id }) => id === row.parentId) : undefined;
  const { onOpenHistory } = context;
  const entries: MenuEntry[] = [
    {
      id: 'frame',
      label: taps.framePart,
      icon: <Scan size={16} />,
      onAction: () => void frameParts(app, { kind: 'material', materialIndex: row.index }),
    },
    { id: 'rename', label: t.dressing.rename, icon: <Pencil size={16} />, onAction: onRename },
  ];
  if (row.entry !== null && row.entry.color !== null && !row.isIndependent) {
    entries.push({
      id: 'colour',
      label: t.dressing.backToOriginal(t.dressing.colour),
      icon: <Palette size={16} />,
      onAction: () => resetMaterialColour(app, texts, row),
    });
  }
  if (parent?.hasTexture === true && !row.hasTexture && row.entry !== null) {
    const { entry } = row;
    entries.push({
      id: 'keep',
      label: t.dressing.keepTexture,
      icon: <Image size={16} />,
      onAction: () => keepTexture(app, texts, entry, parent),
    });
  }
  if (parent !== undefined) {
    entries.push({
      id: 'rejoin',
      label: t.dressing.rejoin(nameMaterial(parent, texts)),
      icon: <Link size={16} />,
      onAction: () => rejoinMaterial(app, texts, row),
    });
  }
  if (onOpenHistory !== null) {
    entries.push({
      id: 'history',
      label: t.dressing.history,
      icon: <History size={16} />,
      onAction: () => onOpenHistory(row),
    });
  }
  return (
    <div className={styles.details} data-settings>
      <div className={styles.buttons}>
        <Button
          size="sm"
          icon={<Upload size={14} />}
          aria-label={t.dressing.uploadFor(name)}
          onPress={() => file.current?.click()}
        >
          {t.dressing.upload}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          isDisabled={!isChangedMaterial(row)}
          onPress={() => restoreOriginal(app, texts, row)}
        >
          {t.dressing.restore}
        </Button>
        <Menu
          label={t.dressing.actions(name)}
          trigger={
            <IconButton size="sm" label={t.dressing.actions(name)} icon={<EllipsisVertical size={16} />} />
          }
          entries={entries}
        />
        <input
          ref={file}
          type="file"
          className={styles.file}
          accept={TEXTURE_TYPES.join()}
          aria-label={t.dressing.uploadFor(name)}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            // The same picture again is a choice as well.
            event.currentTarget.value = '';
            if (chosen !== undefined) void setOwnTexture(app, texts, row, chosen);
          }}
        />
      </div>
      {listValueFields(row).map((field) => (
        <ValueLine key={field} row={row} item={item} report={context.report} field={field} />
      ))}
    </div>
  );
}
