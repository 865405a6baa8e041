import type { OpenedProjectFile } from '../../../contract/compute-values.ts';
import { PROJECT_FILE, PROJECT_FILE_MANIFEST } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { ModelReason, ProjectFileReason } from '../../../contract/failure-reasons.ts';
import {
  environmentHashOf,
  listImageFiles,
  listRecipeFiles,
} from '../../../contract/files/list-recipe-files.ts';
import { ProjectFile, placeOf } from '../../../contract/files/project-file.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import { hashFile } from '../pictures/hash-file.ts';
import { unpackZip, type ZippedFile } from './unpack-zip.ts';

/** Opens and checks a project file, see `ComputeApi.openProjectFile`. */
export async function openProjectFile(
  file: Blob,
  progress: Pick<MessagePort, 'postMessage'>,
): Promise<OpenedProjectFile> {
  const entries = inFolder(await list(file));
  const manifest = await readManifest(entries);
  const total = manifest.files.reduce((sum, { size_bytes: size }) => sum + size, 0);
  if (total > PROJECT_FILE.maxBytes) throw refuse('too-large');
  const listed = new Set(manifest.files.map(({ hash }) => hash));
  if (listNeeded(manifest).some((hash) => !listed.has(hash))) throw refuse('incomplete');
  const found = new Map(entries.map((entry) => [entry.path, entry]));
  const files: OpenedProjectFile['files'][number][] = [];
  let done = 0;
  for (const { hash, content_type: type, size_bytes: size } of manifest.files) {
    const entry = found.get(placeOf(hash, type));
    if (entry === undefined) throw refuse('incomplete');
    const content = await read(entry, size, 'changed');
    if (content.size !== size || (await hashFile(content)) !== hash) throw refuse('changed');
    files.push({ hash, content: new Blob([content], { type }) });
    done += size;
    progress.postMessage(total === 0 ? 1 : done / total);
  }
  return { manifest, files };
}

/** What was unpacked, by Safari on its own, and packed again lies in a folder, beside notes of macOS. */
function inFolder(entries: readonly ZippedFile[]): readonly ZippedFile[] {
  if (entries.some(({ path }) => path === PROJECT_FILE_MANIFEST)) return entries;
  const inside = entries.filter(({ path }) => path.endsWith(`/${PROJECT_FILE_MANIFEST}`));
  const [folder, ...others] = inside.map(({ path }) => path.slice(0, -PROJECT_FILE_MANIFEST.length));
  if (folder === undefined || others.length > 0) return entries;
  return entries.flatMap((entry) =>
    entry.path.startsWith(folder) ? { ...entry, path: entry.path.slice(folder.length) } : [],
  );
}

async function list(file: Blob): Promise<ZippedFile[]> {
  try {
    return await unpackZip(file, 'project', PROJECT_FILE.maxBytes);
  } catch (error) {
    throw translate(error, 'too-large');
  }
}

async function read(entry: ZippedFile, maxBytes: number, tooMuch: ProjectFileReason): Promise<Blob> {
  try {
    return await entry.read(maxBytes);
  } catch (error) {
    throw translate(error, tooMuch);
  }
}

/** A project file is never written so. */
const REPACKED: readonly ModelReason[] = ['zip-locked', 'zip-method'];

/** What is said of a model's archive, said of a project's. */
function translate(error: unknown, tooMuch: ProjectFileReason): unknown {
  if (!(error instanceof AppError)) return error;
  const { failure } = error;
  if (failure.code === 'model-too-complex') return refuse(tooMuch, error);
  const isRepacked = failure.code === 'model-unreadable' && REPACKED.includes(failure.reason);
  return refuse(isRepacked ? 'repacked' : 'damaged', error);
}

async function readManifest(entries: readonly ZippedFile[]): Promise<ProjectFile> {
  const entry = entries.find(({ path }) => path === PROJECT_FILE_MANIFEST);
  if (entry === undefined) throw refuse('other');
  const text = await read(entry, PROJECT_FILE.manifestMaxBytes, 'too-large');
  const json = parse(await text.text());
  const manifest = ProjectFile.safeParse(json);
  if (manifest.success) return manifest.data;
  const { format, version } = Object(json) as { format?: unknown; version?: unknown };
  if (format !== 'vitrine-project') throw refuse('other');
  throw refuse(typeof version === 'number' && version > 1 ? 'newer' : 'damaged', manifest.error);
}

/** Files that the manifest names anywhere. */
function listNeeded({ settings, originals, items, sketches, renders }: ProjectFile): ContentHash[] {
  const named = [
    settings.model_hash,
    environmentHashOf(settings.render_settings),
    ...settings.model_materials.flatMap((entry) => [
      entry.textureHash,
      entry.normalHash,
      entry.roughnessHash,
    ]),
    ...settings.render_settings.labels.map(({ imageHash }) => imageHash),
    ...originals.map(({ hash }) => hash),
    ...items.filter((item) => item.asset_type !== 'material').map(({ hash }) => hash),
    ...sketches.flatMap(({ picture, steps, undone }) => [
      picture,
      ...[...steps, ...undone].map((step) => (step.kind === 'picture' ? step.hash : null)),
    ]),
    ...renders.flatMap(({ recipe, images }) => [
      ...listRecipeFiles(recipe),
      ...images.flatMap(listImageFiles),
    ]),
  ];
  return named.filter((hash) => hash !== null);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse('damaged', error);
  }
}

function refuse(reason: ProjectFileReason, cause?: unknown): AppError {
  return new AppError({ code: 'project-file-refused', reason }, { cause });
}
