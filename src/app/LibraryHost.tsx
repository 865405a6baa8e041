import type { AssetType, LibraryItemBody } from '../contract/http/libraries.ts';
import type { MaterialId } from '../contract/ids.ts';
import { useApp } from './core/use-app.ts';
import { useMaterialRows } from './core/use-material-rows.ts';
import { useSettings } from './core/use-settings.ts';
import { chooseBackground } from './features/background/choose-background.ts';
import { LibraryModal } from './features/libraries/LibraryModal.tsx';
import { applyLibraryMaterial } from './features/materials/apply-library-material.ts';
import { chooseStyle } from './features/style/choose-style.ts';
import { nameMaterial } from './model/name-material.ts';
import { unassignItem } from './stories/unassign-item.ts';
import { useLateTexts } from './texts/use-late-texts.ts';
import { useTexts } from './texts/use-texts.ts';
import { useCarry } from './use-carry.ts';

/** Shows a library, and gives the choice to the feature it is for. */
export function LibraryHost({
  assetType,
  materialId,
  onClose: close,
}: {
  readonly assetType: AssetType;
  /** The material that another one is chosen for. */
  readonly materialId: MaterialId | null;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { libraries } = useLateTexts();
  const settings = useSettings();
  const rows = useMaterialRows();
  const row = rows.find(({ id }) => id === materialId) ?? null;
  const choose = (item: LibraryItemBody) => {
    close();
    if (assetType === 'background') chooseBackground(app, texts, item);
    else if (assetType === 'style') chooseStyle(app, texts, item);
    else applyLibraryMaterial(app, texts, row, item);
  };
  const carry = useCarry();
  const current = {
    material: row?.entry?.libraryId ?? null,
    background: settings.background_id,
    style: settings.style_id,
  };
  return (
    <LibraryModal
      key={`${assetType}:${materialId}`}
      assetType={assetType}
      subject={
        row === null ? null : libraries.forPart(nameMaterial(row, texts), t.materials.parts(row.usageCount))
      }
      currentId={current[assetType]}
      onChoose={choose}
      onUnassign={(item) => unassignItem(app, assetType, item)}
      onCarry={carry}
      onClose={close}
    />
  );
}
