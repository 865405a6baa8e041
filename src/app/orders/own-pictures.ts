import { environmentHashOf } from '../../contract/files/list-recipe-files.ts';
import type { PatchProjectBody, ProjectSettings } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';

/** A picture of the person's own that is in no library. */
export interface OwnPicture {
  readonly hash: ContentHash;
  readonly name: string;
}

/** What of a project, or of a change to one, names pictures. */
type Named = Pick<PatchProjectBody, 'model_materials' | 'render_settings'>;

/**
 * The person's own pictures that a project shows, or a change names, each once: textures and maps of materials, labels, the
 * surroundings. The server refuses a change with one that it has not got.
 */
export function listOwnPictures({ model_materials: materials, render_settings: look }: Named): OwnPicture[] {
  const named = [
    ...(materials ?? []).flatMap(listOfMaterial),
    ...(look?.labels ?? []).map(({ imageHash, name }) => ({ hash: imageHash, name: name || 'label' })),
  ];
  const light = environmentHashOf(look ?? {});
  const { environment } = look ?? {};
  if (light !== null && environment?.kind === 'picture') {
    named.push({ hash: light, name: `${environment.name || 'environment'}.png` });
  }
  return named.filter(({ hash }, index) => named.findIndex((other) => other.hash === hash) === index);
}

/** Those that a project shows, or a change names, and the server has not seen on the project. */
export function listNewPictures(named: Named, saved: Named): OwnPicture[] {
  const known = new Set(listOwnPictures(saved).map(({ hash }) => hash));
  return listOwnPictures(named).filter(({ hash }) => !known.has(hash));
}

/** Settings of a project as the server may hear of them before it has any of the person's own pictures. */
export function withoutOwnPictures<
  Settings extends Pick<ProjectSettings, 'model_materials' | 'render_settings'>,
>(settings: Settings): Settings {
  const { model_materials: materials, render_settings: look } = settings;
  const bare = { textureHash: null, texturePath: null, normalHash: null, roughnessHash: null };
  return {
    ...settings,
    model_materials: materials.map((entry) => (entry.libraryId === null ? { ...entry, ...bare } : entry)),
    render_settings: {
      ...look,
      labels: [],
      environment: environmentHashOf(look) === null ? look.environment : null,
    },
  };
}

/** What a material of a library wears is there. */
function listOfMaterial(entry: ModelMaterial): OwnPicture[] {
  if (entry.libraryId !== null) return [];
  const name = entry.libraryMaterialName || entry.name || 'texture';
  const hashes = [entry.textureHash, entry.normalHash, entry.roughnessHash];
  return hashes.flatMap((hash) => (hash === null ? [] : [{ hash, name }]));
}
