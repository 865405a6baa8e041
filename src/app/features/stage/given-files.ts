import type { NamedFile } from '../../../contract/compute-values.ts';
import { isModelName } from '../../../contract/files/model-names.ts';

/** The name to show before the files have been looked into. */
export function guessName(files: readonly NamedFile[]): string {
  const path = (files.find((candidate) => isModelName(candidate.path)) ?? files[0])?.path ?? '';
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The later one of two files with the same path. */
export function joinFiles(before: readonly NamedFile[], after: readonly NamedFile[]): NamedFile[] {
  return [...new Map([...before, ...after].map((named) => [named.path, named])).values()];
}
