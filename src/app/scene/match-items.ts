import { STAGE_BACKGROUND } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { ProjectFile } from '../../contract/files/project-file.ts';
import type { AssetType, LibraryItemBody } from '../../contract/http/libraries.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { ContentHash, LibraryItemId } from '../../contract/ids.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { App } from '../core/app.ts';
import { libraryQuery } from './library.ts';

/** Settings of a project file said in this server's library items. */
export interface MatchedItems {
  readonly settings: ProjectSettings;
  /** Backgrounds and styles that the libraries here do not have. */
  readonly foreign: readonly {
    readonly assetType: 'background' | 'style';
    readonly hash: ContentHash;
    readonly name: string;
    readonly isWorn: boolean;
  }[];
}

/**
 * Library items of another server are those here that have the same picture, whatever their ids, and a material the same
 * maps. A material without one becomes a picture of the person's own that lies as it lay there; a background or a style is nothing until the
 * library has it, see `send-item.ts`.
 */
export async function matchItems(app: App, manifest: ProjectFile): Promise<MatchedItems> {
  const { settings, items, worn } = manifest;
  const library = await readLibraries(app, [
    ...new Set<AssetType>(['style', ...items.map((item) => item.asset_type)]),
  ]);
  const find = (type: AssetType, hash: ContentHash | null): LibraryItemId | null =>
    library.get(type)?.find((item) => item.image_hash === hash)?.id ?? null;
  const hashOf = (type: AssetType, id: LibraryItemId | null) =>
    items.find((item) => item.asset_type === type && item.id === id);
  const [background, style] = [
    hashOf('background', settings.background_id),
    hashOf('style', settings.style_id),
  ];
  const backgroundId = background === undefined ? null : find('background', background.hash);
  const styleId = style === undefined ? null : find('style', style.hash);
  const dress = (entry: ModelMaterial): ModelMaterial => {
    if (entry.libraryId === null) return { ...entry, texturePath: null };
    const libraryId = library.get('material')?.find((item) => isSameMaterial(item, entry))?.id ?? null;
    if (libraryId !== null) return { ...entry, libraryId, texturePath: null };
    const lay = worn.find(({ id }) => id === entry.id);
    const { tileSize, metalness, roughness } = lay ?? entry;
    return { ...entry, libraryId: null, texturePath: null, tileSize, metalness, roughness };
  };
  return {
    settings: {
      ...settings,
      background_id: backgroundId,
      background_color:
        settings.background_id !== null && backgroundId === null
          ? STAGE_BACKGROUND
          : settings.background_color,
      style_id: styleId,
      model_materials: settings.model_materials.map(dress),
    },
    foreign: [
      ...(background !== undefined && backgroundId === null ? [toForeign('background', background)] : []),
      ...(style !== undefined && styleId === null ? [toForeign('style', style)] : []),
      ...listRecipeStyles(manifest)
        .filter(({ hash }) => hash !== style?.hash && find('style', hash) === null)
        .map(({ hash, name }) => ({ assetType: 'style' as const, hash, name, isWorn: false })),
    ],
  };
}

function isSameMaterial({ image_hash, material }: LibraryItemBody, entry: ModelMaterial): boolean {
  return (
    image_hash === entry.textureHash &&
    (material?.normal?.hash ?? null) === entry.normalHash &&
    (material?.roughness_map?.hash ?? null) === entry.roughnessHash
  );
}

function toForeign(
  assetType: 'background' | 'style',
  { hash, name }: ProjectFile['items'][number],
): MatchedItems['foreign'][number] {
  return { assetType, hash, name, isWorn: true };
}

/** Styles that renders were made in, once each: a recipe names an item of a library. */
function listRecipeStyles({ renders }: ProjectFile): { hash: ContentHash; name: string }[] {
  const styles = renders.flatMap(({ recipe: { style } }) => style ?? []);
  return [...new Map(styles.map(({ imageHash: hash, name }) => [hash, { hash, name }])).values()];
}

/** Without a connection, as this device saw them last; one that it never saw has nothing. */
async function readLibraries(
  app: App,
  types: readonly AssetType[],
): Promise<ReadonlyMap<AssetType, readonly LibraryItemBody[]>> {
  const read = async (type: AssetType): Promise<readonly LibraryItemBody[]> => {
    try {
      return await app.queries.ensureQueryData(libraryQuery(app, type));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [];
    }
  };
  return new Map(await Promise.all(types.map(async (type) => [type, await read(type)] as const)));
}
