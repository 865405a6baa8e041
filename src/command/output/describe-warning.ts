import { cleanName } from '../../app/model/list-materials.ts';
import type { ModelWarning } from '../../contract/model-report.ts';
import type { RenderWarning } from '../../contract/render-spec.ts';

/** What is different in a picture from what its model says, in a sentence. */
export function describeRenderWarning({ kind, name: given }: RenderWarning): string {
  const name = cleanName(given);
  const called = name === '' ? '' : ` “${name}”`;
  if (kind === 'unreadable-image') return `A picture${called} cannot be read: a plain one stands in.`;
  if (kind === 'unreadable-profile')
    return `The profile of a light${called} cannot be read: it shines all round.`;
  if (kind === 'not-drawn') return `Not drawn, because the engine cannot: ${name}.`;
  return `The product was not kept apart: ${name}.`;
}

/** What of a model changes its pictures; null for what does not, or is told while they are made. */
export function describeModelWarning(warning: ModelWarning): string | null {
  if (warning.kind === 'missing-file')
    return `The model names “${cleanName(warning.uri)}”, which is not there.`;
  if (warning.kind === 'refused-uri')
    return `The model names “${cleanName(warning.uri)}”, which is not read.`;
  if (warning.kind === 'broken-faces') return `${warning.count} faces of the model are damaged and left out.`;
  return null;
}
