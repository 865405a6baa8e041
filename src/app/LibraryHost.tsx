import { useSnapshot } from 'valtio';
import type { LibraryItemBody } from '../contract/http/libraries.ts';
import { carryMaterial } from './carry-material.ts';
import { chooseBackground } from './features/background/choose-background.ts';
import { applyLibraryMaterial } from './features/materials/apply-library-material.ts';
import { chooseStyle } from './features/style/choose-style.ts';
import { LibraryModal } from './lazy-parts.tsx';
import { nameMaterial } from './name-material.ts';
import { useTexts } from './texts/use-texts.ts';
import { unassignItem } from './unassign-item.ts';
import { useApp } from './use-app.ts';
import { useMaterialRows } from './use-material-rows.ts';
import { useSettings } from './use-settings.ts';

/** Shows the library that `state.shell.modal` asks for, and gives the choice to the feature it is for. */
export function LibraryHost() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { modal } = useSnapshot(app.state.shell);
  const settings = useSettings();
  const rows = useMaterialRows();
  if (modal?.kind !== 'library') return null;

  const { assetType } = modal;
  const row = rows.find(({ id }) => id === modal.materialId) ?? null;
  const close = () => {
    app.state.shell.modal = null;
  };
  const choose = (item: LibraryItemBody) => {
    close();
    if (assetType === 'background') chooseBackground(app, texts, item);
    else if (assetType === 'style') chooseStyle(app, texts, item);
    else applyLibraryMaterial(app, texts, row, item);
  };
  const current = {
    material: row?.entry?.libraryId ?? null,
    background: settings.background_id,
    style: settings.style_id,
  };
  return (
    <LibraryModal
      key={`${assetType}:${modal.materialId}`}
      assetType={assetType}
      subject={
        row === null ? null : t.libraries.forPart(nameMaterial(row, texts), t.materials.parts(row.usageCount))
      }
      currentId={current[assetType]}
      onChoose={choose}
      onCarry={assetType === 'material' ? (item, x, y) => carryMaterial(app, item, x, y) : undefined}
      onUnassign={(item) => unassignItem(app, assetType, item)}
      onClose={close}
    />
  );
}
