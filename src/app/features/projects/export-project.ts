import { PROJECT_FILE, PROJECT_FILE_END, PROJECT_FILE_MANIFEST } from '../../../contract/constants.ts';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { cleanFileName } from '../../../contract/files/clean-file-name.ts';
import { listImageFiles, listRecipeFiles } from '../../../contract/files/list-recipe-files.ts';
import {
  type ProjectFile,
  type ProjectFileRender,
  ProjectFilesBody,
  placeOf,
} from '../../../contract/files/project-file.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { pullSketches } from '../../orders/pull-sketches.ts';
import { describeProjectFile } from './describe-project-file.ts';
import { obtainProject, type ProjectRef } from './project-ref.ts';

/** A project as one file. */
export interface ExportedProject {
  readonly file: Blob;
  readonly name: string;
  /** Renders that it does not hold; null when the server could not be asked for any. */
  readonly leftOut: number | null;
}

/** What is being done, and how much of it is, 0 to 1. */
export type TransferProgress = (
  phase: 'collecting' | 'packing' | 'reading' | 'storing',
  done: number,
) => void;

/** What only the server has of a project. */
interface ServersPart extends Pick<ProjectFilesBody, 'files'> {
  readonly renders: readonly ProjectFileRender[];
  /** Finished renders besides. */
  readonly leftOut: number;
}

const NOTHING: ServersPart = { renders: [], leftOut: 0, files: [] };

/**
 * Makes one file of a project with its unsaved work: model and the files it was made of, materials with their pictures,
 * background and style, views, light-map sketches, and the newest renders with all that their recipes name.
 *
 * @throws AppError `project-file-lacks`; `project-file-refused` when it would be too large to import; those of a call.
 *   An AbortError when cancelled.
 */
export async function exportProject(
  app: App,
  ref: ProjectRef,
  onProgress: TransferProgress,
  signal: AbortSignal,
): Promise<ExportedProject> {
  onProgress('collecting', 0);
  if (ref.key !== null && ref.key === app.state.project.key) await app.workingCopy.current?.flush();
  const row = await obtainProject(app, ref, signal);
  const there = await askServer(app, row, signal);
  if (there !== null) await pullSketches(app, row, signal);
  const described = await describeProjectFile(app, row, there?.files ?? [], signal);
  const files = new Map<ContentHash, Blob>(described.files);
  const kept: ProjectFileRender[] = [];
  const { renders, files: listed } = there ?? NOTHING;
  let manifestBytes = countBytes({ ...described.manifest, renders: [], files: listFound(files) });
  for (const [index, render] of renders.entries()) {
    onProgress('collecting', (index + 1) / (renders.length + 1));
    const found = await collect(app, render, listed, files, signal);
    if (found === null) continue;
    manifestBytes += countBytes([render, listFound(found)]);
    if (manifestBytes > PROJECT_FILE.manifestMaxBytes) break;
    for (const [hash, content] of found) files.set(hash, content);
    kept.push(render);
  }
  const size = [...files.values()].reduce((sum, { size: bytes }) => sum + bytes, 0);
  const isTooLong = kept.length === 0 && manifestBytes > PROJECT_FILE.manifestMaxBytes;
  if (isTooLong || size > PROJECT_FILE.maxBytes || files.size > PROJECT_FILE.maxFiles) {
    throw new AppError({ code: 'project-file-refused', reason: 'too-large' });
  }
  const manifest: ProjectFile = { ...described.manifest, renders: kept, files: listFound(files) };
  const file = await pack(app, manifest, files, (done) => onProgress('packing', done), signal);
  const leftOut = there === null ? null : there.leftOut + renders.length - kept.length;
  return { file, name: `${fileName(row.settings.name)}${PROJECT_FILE_END}`, leftOut };
}

const listFound = (files: ReadonlyMap<ContentHash, Blob>): ProjectFile['files'] =>
  [...files].map(([hash, { type, size: size_bytes }]) => ({ hash, content_type: type, size_bytes }));

/** What a value takes in the manifest, or a little more. */
const countBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** What the server has of the project, over as many answers as that takes. Null while it cannot be reached. */
async function askServer(app: App, row: ProjectRow, signal: AbortSignal): Promise<ServersPart | null> {
  if (row.serverId === null) return NOTHING;
  const path = `/api/project/${row.serverId}/files/`;
  try {
    const first = await app.server.call(path, ProjectFilesBody, {}, signal);
    const files = new Map(first.files.map((file) => [file.hash, file]));
    const renders = [...first.renders];
    let { next } = first;
    while (next !== null && countFitting(renders, files) === renders.length) {
      const page = await app.server.call(`${path}?before=${next}`, ProjectFilesBody, {}, signal);
      for (const file of page.files) files.set(file.hash, file);
      renders.push(...page.renders);
      next = page.next;
    }
    const fitting = renders.slice(0, countFitting(renders, files));
    const leftOut = first.left_out + first.renders.length - fitting.length;
    return { renders: fitting, leftOut, files: [...files.values()] };
  } catch (error) {
    if (isFailure(error, 'server-unreachable')) return null;
    // Deleted on another device, it is all here.
    if (isFailure(error, 'not-found')) return NOTHING;
    throw error;
  }
}

/** How many of the newest renders a project file holds: in number, and with all their files. */
function countFitting(
  renders: readonly ProjectFileRender[],
  files: ReadonlyMap<ContentHash, ServersPart['files'][number]>,
): number {
  const counted = new Set<ContentHash>();
  let bytes = 0;
  for (const [index, render] of renders.entries()) {
    for (const hash of listFiles(render)) {
      if (!counted.has(hash)) bytes += files.get(hash)?.size_bytes ?? 0;
      counted.add(hash);
    }
    if (index === PROJECT_FILE.maxRenders || bytes > PROJECT_FILE.rendersMaxBytes) return index;
  }
  return renders.length;
}

function listFiles({ recipe, images }: ProjectFileRender): ContentHash[] {
  return [...listRecipeFiles(recipe), ...images.flatMap(listImageFiles)];
}

/** All files of a render that are not collected yet; null when one of them is gone. */
async function collect(
  app: App,
  render: ProjectFileRender,
  listed: ProjectFilesBody['files'],
  known: ReadonlyMap<ContentHash, Blob>,
  signal: AbortSignal,
): Promise<Map<ContentHash, Blob> | null> {
  const found = new Map<ContentHash, Blob>();
  for (const hash of new Set(listFiles(render))) {
    if (known.has(hash)) continue;
    const entry = listed.find((one) => one.hash === hash);
    if (entry === undefined) return null;
    const content = (await app.storage.get(hash)) ?? (await app.server.file(entry.url, signal));
    found.set(hash, new Blob([content], { type: entry.content_type }));
  }
  return found;
}

/** The manifest comes first: by it the file is known without being unpacked. */
async function pack(
  app: App,
  manifest: ProjectFile,
  files: ReadonlyMap<ContentHash, Blob>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const entries = [...files].map(([hash, content]) => ({ name: placeOf(hash, content.type), content }));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => onProgress(Number(data));
  try {
    const zip = await app
      .compute(signal)
      .writeZip(
        [{ name: PROJECT_FILE_MANIFEST, content: JSON.stringify(manifest) }, ...entries],
        null,
        port2,
      );
    if (zip === null) throw new Error('a ZIP without a target was not handed back');
    return zip;
  } finally {
    port1.close();
  }
}

function fileName(name: string): string {
  return cleanFileName(name).slice(0, 100) || 'project';
}
