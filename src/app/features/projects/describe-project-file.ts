import { AppError } from '../../../contract/failure.ts';
import type { ProjectFile, ProjectFilesBody } from '../../../contract/files/project-file.ts';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash, LibraryItemId } from '../../../contract/ids.ts';
import type { ModelInspection } from '../../../contract/model-report.ts';
import { stageIndexOf } from '../../../contract/scene/dressed-material.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { makeDressings } from '../../model/dressings.ts';
import { listPictures, visibleSteps } from '../../model/find-sketch.ts';
import { wornItemQuery } from '../../scene/library.ts';
import { obtainLight } from '../../scene/obtain-light.ts';
import type { SketchStep } from '../../values/sketch.ts';

/** What a project file says of the project itself, and the files that it cannot do without. */
interface Described {
  readonly manifest: Omit<ProjectFile, 'renders' | 'files'>;
  readonly files: ReadonlyMap<ContentHash, Blob>;
}

interface WornItem {
  readonly type: AssetType;
  readonly item: LibraryItemBody;
}

/**
 * @param listed Where the server has files of the project; empty when it cannot be asked.
 * @throws AppError `project-file-lacks` naming what neither this device nor the server can give.
 */
export async function describeProjectFile(
  app: App,
  row: ProjectRow,
  listed: ProjectFilesBody['files'],
  signal: AbortSignal,
): Promise<Described> {
  const { settings } = row;
  const worn = await listWorn(app, settings);
  const files = new Map<ContentHash, Blob>();
  const lacking: string[] = [];
  const take = async (hash: ContentHash | null, name: string, address?: string | null): Promise<void> => {
    if (hash === null || files.has(hash)) return;
    const content = await obtain(app, hash, [address, listed.find((one) => one.hash === hash)?.url], signal);
    if (content === null) lacking.push(name);
    else files.set(hash, content);
  };

  await take(settings.model_hash, settings.model_name ?? '');
  const glb = settings.model_hash === null ? undefined : files.get(settings.model_hash);
  const model = settings.model_hash === null ? undefined : await readModelRow(app, settings.model_hash);
  for (const entry of settings.model_materials) {
    const name = entry.libraryMaterialName ?? entry.name;
    const item = worn.find(({ type, item: { id } }) => type === 'material' && id === entry.libraryId)?.item;
    await take(entry.textureHash, name, item?.image ?? entry.texturePath);
    await take(entry.normalHash, name, item?.material?.normal?.url);
    await take(entry.roughnessHash, name, item?.material?.roughness_map?.url);
  }
  const { environment } = settings.render_settings;
  if (environment?.kind === 'picture') await take(environment.imageHash, environment.name);
  for (const { imageHash, name } of settings.render_settings.labels) await take(imageHash, name);
  for (const { type, item } of worn)
    if (type !== 'material') await take(item.image_hash, item.name, item.image);
  const originals: ProjectFile['originals'] = [];
  for (const { path, hash } of model?.originals ?? []) {
    // Without one of them the GLB stands for all.
    const content = await app.storage.get(hash);
    if (content === null) break;
    files.set(hash, content);
    originals.push({ path, hash });
  }
  const sketches = await describeSketches(app, row.key, files, lacking);
  if (lacking.length > 0) throw new AppError({ code: 'project-file-lacks', names: [...new Set(lacking)] });

  const report = model?.report ?? (glb && (await app.compute(signal).inspectModel(glb)));
  return {
    files: await typed(files),
    manifest: {
      format: 'vitrine-project',
      version: 1,
      exported_at: new Date(app.outside.now()).toISOString(),
      settings: withoutAddresses(settings),
      originals: originals.length === (model?.originals?.length ?? 0) ? originals : [],
      items: worn.map(({ type, item }) => ({
        asset_type: type,
        id: item.id,
        name: item.name,
        hash: item.image_hash,
      })),
      worn: report === undefined ? [] : describeWorn(report, settings, worn),
      sketches,
    },
  };
}

/** Library items of the project; one that is gone from everywhere is left out, and its entry has what is known of it. */
async function listWorn(app: App, settings: ProjectSettings): Promise<WornItem[]> {
  const wanted: [AssetType, LibraryItemId | null][] = [
    ['background', settings.background_id],
    ['style', settings.style_id],
    ...settings.model_materials.map(({ libraryId }): [AssetType, LibraryItemId | null] => [
      'material',
      libraryId,
    ]),
  ];
  const found = new Map<string, WornItem>();
  for (const [type, id] of wanted) {
    if (id === null || found.has(`${type} ${id}`)) continue;
    try {
      const item = await app.queries.ensureQueryData(wornItemQuery(app, type, id));
      found.set(`${type} ${id}`, { type, item });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A material has its picture by hash; the others are known by the item alone.
      if (type !== 'material') throw new AppError({ code: 'project-file-lacks', names: [type] });
    }
  }
  return [...found.values()];
}

async function obtain(
  app: App,
  hash: ContentHash,
  addresses: readonly (string | null | undefined)[],
  signal: AbortSignal,
): Promise<Blob | null> {
  const here = await app.storage.get(hash);
  if (here !== null) return here;
  for (const address of addresses) {
    if (address == null) continue;
    try {
      return await app.server.file(address, signal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

async function readModelRow(app: App, hash: ContentHash) {
  return app.db.run(() => app.db.models.get(hash));
}

function describeWorn(
  report: Pick<ModelInspection, 'bounds' | 'materials'>,
  { model_materials: entries }: ProjectSettings,
  worn: readonly WornItem[],
): ProjectFile['worn'] {
  const library = new Map(
    worn.flatMap(({ type, item }) => (type === 'material' ? [[item.id as number, item] as const] : [])),
  );
  const dressings = makeDressings(report, entries, library);
  return entries.flatMap((entry) => {
    const dressing = dressings.find(({ materialIndex }) => materialIndex === stageIndexOf(entry));
    if (entry.libraryId === null || dressing?.kind !== 'library') return [];
    const { tileSize, metalness, roughness } = dressing;
    return [{ id: entry.id, tileSize, metalness, roughness }];
  });
}

async function describeSketches(
  app: App,
  key: string,
  files: Map<ContentHash, Blob>,
  lacking: string[],
): Promise<ProjectFile['sketches']> {
  const rows = await app.db.run(() => app.db.sketches.where('projectKey').equals(key).toArray());
  const sketches: ProjectFile['sketches'] = [];
  for (const { pose, modelHash, steps, undone, pictureHash, updatedAt } of rows) {
    for (const hash of listPictures([...steps, ...undone])) {
      const light = await obtainLight(app, hash);
      if (light !== null) files.set(hash, light);
      else if (listPictures(visibleSteps(steps)).includes(hash)) lacking.push(app.texts().t.lightMap.title);
    }
    // What cannot be seen may go without its picture.
    const isWhole = (step: SketchStep): boolean => step.kind !== 'picture' || files.has(step.hash);
    // The steps can draw it again.
    const picture = pictureHash === null ? null : await app.storage.get(pictureHash);
    if (picture !== null && pictureHash !== null) files.set(pictureHash, picture);
    sketches.push({
      pose,
      model: modelHash,
      steps: structuredClone(steps.filter(isWhole)) as ProjectFile['sketches'][number]['steps'],
      undone: structuredClone(undone.filter(isWhole)) as ProjectFile['sketches'][number]['undone'],
      picture: picture === null ? null : pictureHash,
      updated_at: updatedAt,
    });
  }
  return sketches;
}

/** What other models wore stays behind, as their pictures do. */
function withoutAddresses(settings: ProjectSettings): ProjectSettings {
  const { model_materials: materials, render_settings: look } = settings;
  const kept_standings = look.kept_standings.map((kept) => ({
    ...kept,
    model_materials: [],
    labels: [],
    material_selection: null,
  }));
  return {
    ...settings,
    model_materials: materials.map((entry) => ({ ...entry, texturePath: null })),
    render_settings: { ...look, kept_standings },
  };
}

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['glTF', 'model/gltf-binary'],
  ['RIFF', 'image/webp'],
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
];

/** The device's storage does not say what a file is; its first bytes do. */
async function typed(files: ReadonlyMap<ContentHash, Blob>): Promise<Map<ContentHash, Blob>> {
  const read = async (content: Blob): Promise<Blob> => {
    const head = String.fromCharCode(...new Uint8Array(await content.slice(0, 4).arrayBuffer()));
    const type = SIGNATURES.find(([start]) => head.startsWith(start))?.[1] ?? '';
    return new Blob([content], { type });
  };
  return new Map(
    await Promise.all([...files].map(async ([hash, content]) => [hash, await read(content)] as const)),
  );
}
