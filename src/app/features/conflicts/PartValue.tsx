import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { LostValue } from '../../data/db.ts';
import { nameEnvironment } from '../../model/name-environment.ts';
import { nameRig } from '../../model/name-rig.ts';
import { useLibraryItems } from '../../scene/use-library.ts';
import { describeFileLights } from '../../texts/describe-file-lights.ts';
import { describeFloor } from '../../texts/describe-floor.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ColourValue } from '../../ui/ColourValue.tsx';
import styles from './Conflicts.module.css';

/** A value of a part as a person reads it. */
export function PartValue({ part, value }: { readonly part: string; readonly value: LostValue | undefined }) {
  const { t, format } = useTexts();
  const { conflicts, rigs } = useLateTexts();
  if (value === undefined) return <None />;
  const { render_settings: look, ...fields } = value;
  if (part === 'background') return <Background value={value} />;
  if (part === 'style_id') return <ItemName assetType="style" id={fields.style_id ?? null} />;
  if (part.startsWith('material:')) return <Material entry={fields.model_materials?.[0]?.entry ?? null} />;
  if (part === 'model') return <Text>{fields.model_name}</Text>;
  if (part === 'views')
    return <Text>{format.list((fields.camera_views ?? []).map(({ name }) => name))}</Text>;
  if (part === 'seed')
    return <Text>{fields.fix_seed ? (fields.seed ?? '0') : t.advanced.seedPlaceholder}</Text>;
  if (part === 'size') return <Text>{format.size(look?.width ?? 0, look?.height ?? 0)}</Text>;
  if (part === 'standing') return <Text>{look?.up_axis && t.stage.up[look.up_axis]}</Text>;
  if (part === 'look:quality') return <Text>{look?.quality && t.advanced.qualities[look.quality]}</Text>;
  if (part === 'look:tone_mapping') {
    return <Text>{look?.tone_mapping && t.light.toneMappings[look.tone_mapping]}</Text>;
  }
  if (part === 'look:lighting') return <Text>{look?.lighting && t.light.presets[look.lighting]}</Text>;
  if (part === 'look:light_rig') {
    const rig = look?.light_rig;
    return <Text>{rig == null ? conflicts.automatic : nameRig(rig, 'studio', { t, rigs })}</Text>;
  }
  if (part === 'look:file_lights') {
    return <Text>{describeFileLights({ format }, look?.file_lights) || conflicts.off}</Text>;
  }
  if (part === 'look:floor' && look?.floor !== undefined) {
    return <Text>{describeFloor({ t, format }, look.floor)}</Text>;
  }
  if (part === 'look:model_transform') {
    const [x = 0, y = 0, z = 0] = (look?.model_transform ?? [])
      .slice(12, 15)
      .map((at) => Math.round(at * 100) / 100);
    return <Text>{conflicts.placed(format.number(x), format.number(y), format.number(z))}</Text>;
  }
  if (part === 'look:labels') return <Text>{format.list((look?.labels ?? []).map(({ name }) => name))}</Text>;
  if (part === 'look:material_selection') {
    const chosen = look?.material_selection;
    return <Text>{chosen == null ? conflicts.automatic : conflicts.chosen(chosen.selected.length)}</Text>;
  }
  if (part === 'look:environment') {
    const environment = look?.environment;
    return environment == null ? <None /> : <Text>{nameEnvironment(environment, t)}</Text>;
  }
  const plain: unknown = Object.values(look ?? fields)[0];
  if (typeof plain === 'boolean') return <Text>{plain ? conflicts.on : conflicts.off}</Text>;
  if (typeof plain === 'number') {
    const isShare = SHARES.has(part);
    return <Text>{isShare ? format.percent(plain) : format.number(Math.round(plain * 100) / 100)}</Text>;
  }
  return <Text>{typeof plain === 'string' ? plain : null}</Text>;
}

const SHARES = new Set(['creativity', 'background_fidelity', 'style_strength', 'look:shadow_intensity']);

function Text({ children }: { readonly children: string | null | undefined }) {
  return children ? <span className={styles.text}>{children}</span> : <None />;
}

function None() {
  const { conflicts } = useLateTexts();
  return <span className={styles.none}>{conflicts.none}</span>;
}

function Background({ value }: { readonly value: LostValue }) {
  const { t } = useTexts();
  if (value.background_id != null) return <ItemName assetType="background" id={value.background_id} />;
  if (value.render_settings?.background_gradient != null) return <Text>{t.gradient.gradient}</Text>;
  return value.background_color == null ? <None /> : <ColourValue colour={value.background_color} />;
}

function Material({ entry }: { readonly entry: ModelMaterial | null }) {
  const { t, language } = useTexts();
  const { conflicts } = useLateTexts();
  const items = useLibraryItems('material');
  if (entry === null) return <Text>{conflicts.removed}</Text>;
  const item = entry.libraryId === null ? undefined : items.get(entry.libraryId);
  const isDressed = entry.textureHash !== null;
  const name = item?.names[language] ?? entry.libraryMaterialName ?? t.dressing.ownTexture;
  return (
    <span className={styles.value}>
      <Text>{isDressed ? name : conflicts.asFile}</Text>
      {entry.color !== null && <ColourValue colour={entry.color} />}
    </span>
  );
}

function ItemName({
  assetType,
  id,
}: {
  readonly assetType: 'background' | 'style';
  readonly id: ProjectSettings['style_id'];
}) {
  const { language } = useTexts();
  const item = useLibraryItems(assetType, id).get(id ?? 0);
  return <Text>{item?.names[language]}</Text>;
}
