import { isModelName } from '../../../contract/files/model-names.ts';
import type { CompanionFinder, SourceFile } from './find-companion.ts';
import { listReferences } from './list-references.ts';

/** Resource forks of macOS, and files that a system hides. */
const IS_HIDDEN = /(^|\/)(__MACOSX\/|\.)/;

/** Files a person can have meant: no resource forks, no hidden files, no archives inside archives. */
export function isWanted(source: SourceFile): boolean {
  return !IS_HIDDEN.test(source.path) && !isInnerArchive(source);
}

/** An archive inside an archive: it is not looked into. */
export function isInnerArchive({ path }: SourceFile): boolean {
  return !IS_HIDDEN.test(path) && /\.zip$/i.test(path);
}

/**
 * Chooses the model among the files: one that names others which are there, else the one in the topmost folder, else
 * the first by name.
 *
 * @returns Null without a model; the paths of the others.
 */
export async function chooseMain(
  sources: readonly SourceFile[],
  companions: CompanionFinder,
): Promise<{ main: SourceFile; passedOver: string[] } | null> {
  const models = sources.filter(({ path }) => isModelName(path));
  const [only] = models;
  if (only === undefined) return null;
  if (models.length === 1) return { main: only, passedOver: [] };
  const ranked: { model: SourceFile; rank: readonly [number, number, string] }[] = [];
  for (const model of models) {
    const names = listReferences(await model.read(), model.path);
    const hasCompanions = (await names).some((uri) => companions.find(model.path, uri).kind === 'found');
    ranked.push({ model, rank: [hasCompanions ? 0 : 1, model.path.split('/').length, model.path] });
  }
  ranked.sort((a, b) => compare(a.rank, b.rank));
  const [first = only, ...others] = ranked.map(({ model }) => model);
  return { main: first, passedOver: others.map(({ path }) => path) };
}

function compare(a: readonly [number, number, string], b: readonly [number, number, string]): number {
  return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1);
}
