import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { useLibraryItems } from '../../scene/use-library.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ColourValue } from '../../ui/ColourValue.tsx';
import type { VersionField } from './compare-versions.ts';
import styles from './MaterialHistory.module.css';

/** One value of a material as a person reads it: a swatch, a picture, a share. */
export function FieldValue({
  material,
  field,
}: {
  readonly material: ModelMaterial;
  readonly field: VersionField;
}) {
  const { t, format } = useTexts();
  if (field === 'texture') return <TextureValue material={material} />;
  const value = material[field];
  if (value === null) {
    const isTint = field === 'color' && material.textureHash !== null;
    return <span className={styles.asFile}>{isTint ? t.history.noTint : t.history.asFile}</span>;
  }
  if (field === 'color' || field === 'emissive') return <ColourValue colour={String(value)} />;
  if (typeof value === 'string') return <span>{value}</span>;
  if (field === 'rotationRadians') {
    return <span>{t.dressing.degrees(format.number(Math.round((value * 180) / Math.PI)))}</span>;
  }
  if (field === 'tileSize') return <span>{format.number(Math.round(value * 100) / 100)}</span>;
  return <span>{format.percent(value)}</span>;
}

function TextureValue({ material }: { readonly material: ModelMaterial }) {
  const { t, language } = useTexts();
  const items = useLibraryItems('material');
  const { textureHash, texturePath, libraryId, libraryMaterialName, isReset } = material;
  if (textureHash === null) {
    return <span className={styles.asFile}>{isReset ? t.history.noTexture : t.history.asFile}</span>;
  }
  const item = libraryId === null ? undefined : items.get(libraryId);
  const picture = item?.thumbnail ?? texturePath;
  return (
    <span className={styles.value}>
      {picture !== null && <img className={styles.picture} src={picture} alt="" loading="lazy" />}
      {item?.names[language] ?? libraryMaterialName ?? t.dressing.ownTexture}
    </span>
  );
}
