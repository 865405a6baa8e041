import { stemOfModel } from '../../../contract/files/model-names.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';

/** What new projects are called, in every language that one may have been made in; several are numbered. */
const UNNAMED = /^(New project|Proyecto nuevo)( \d+)?$/;

/**
 * What a project that nobody has named is called once a model has come: the file's name as words. A name that the model
 * before it gave goes with that, and so does the one that a sample came with.
 *
 * @param sampleNames What the sample is called by itself, if the project is one.
 * @returns Null where the person has given a name, or the file has none that says anything.
 */
export function nameProject(
  { name, model_name: former }: Pick<ProjectSettings, 'name' | 'model_name'>,
  modelName: string,
  sampleNames: readonly string[] = [],
): string | null {
  const isFormers = former !== null && name === toWords(former);
  return UNNAMED.test(name) || isFormers || sampleNames.includes(name) ? toWords(modelName) : null;
}

function toWords(modelName: string): string | null {
  const words = stemOfModel(modelName)
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .slice(0, 255);
  if (!/\p{L}/u.test(words)) return null;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
