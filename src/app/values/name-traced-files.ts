import { environmentHashOf, listTextures } from '../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { TracedSpec } from '../../contract/render-spec.ts';

/** What a person knows some files of a recipe by, each once; nothing of the model, and of what is painted. */
export function nameTracedFiles(spec: TracedSpec, hashes: readonly ContentHash[]): string[] {
  const { scene, background, style } = spec;
  const { dressings, labels = [], environment } = scene;
  const named: (readonly [ContentHash | null, string])[] = [
    ...dressings.flatMap((one) =>
      one.kind === 'library' ? listTextures(one).map((hash) => [hash, one.name] as const) : [],
    ),
    ...labels.map(({ imageHash, name }) => [imageHash, name] as const),
  ];
  if (environment?.kind === 'picture') named.push([environmentHashOf(scene), environment.name]);
  if (background.kind === 'image') named.push([background.imageHash, background.name]);
  if (style !== null) named.push([style.imageHash, style.name]);
  return [
    ...new Set(named.filter(([hash]) => hash !== null && hashes.includes(hash)).map(([, name]) => name)),
  ];
}
