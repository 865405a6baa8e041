import { createFormatters } from '../formatters.ts';
import { COMPLEXITY_REASON, MODEL_REASON, nameFeature } from './model-reasons.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** Opening model files: what comes in, what is missing, what went wrong. */
export const enModels = {
  models: {
    dropHint:
      'Drop a GLB, glTF or OBJ file, with its textures and .mtl or .bin beside it, in a folder or in a ZIP.',
    foreignHint: 'Pictures of this kind are not read: save it as PNG, JPG or WebP.',
    loadError: 'Error loading the model',
    formatUnsupported: 'Unsupported file format',
    fileFailed: (file: string, reason: string) => `Error loading ${file}: ${reason}`,
    fetchFailed: (reason: string) => `Failed to load model from URL: ${reason}`,
    fetchFailedFrom: (url: string, reason: string) => `Failed to load model from ${url}: ${reason}`,
    nowhere:
      'The model could not be loaded. It is neither on this device nor on the server: open its file again.',
    unreadable: MODEL_REASON,
    tooComplex: COMPLEXITY_REASON,
    missingFor: (count: number, name: string) =>
      `${plural(count, 'file is', 'files are')} missing for ${name}`,
    missing: (name: string, count: number, names: string) =>
      `${plural(count, 'file is', 'files are')} missing for ${name}: ${names}`,
    missingHint: (count: number) =>
      `The model is shown all the same; what needs ${count === 1 ? 'it' : 'them'} looks plain. To add ${count === 1 ? 'it' : 'them'}, press “Add the missing files” at the bottom of the stage.`,
    outside: (name: string, names: string) =>
      `${name} asks for files that are not beside it, and those are never fetched: ${names}`,
    outsideHint:
      'The model is shown without them. Put copies beside it and drop them together, or press “Add the missing files” at the bottom of the stage.',
    more: (count: number) => `${format.number(count)} more`,
    list: 'Missing files',
    incomplete: 'The model asks for more than you gave. Your project is unchanged.',
    neededFirst: (names: string) => `Without ${names} nothing of it can be shown.`,
    add: 'Add the missing files',
    needed: 'Needed',
    plain: 'Looks plain without it',
    refused: (names: string) => `Not read, because they are outside of what you gave: ${names}`,
    uses: { buffer: 'Shape of the parts', 'material-library': 'Colours and textures' },
    roles: {
      colour: 'Colour',
      relief: 'Relief',
      finish: 'Gloss and metal',
      shade: 'Soft shadows',
      glow: 'Glow',
      other: 'Texture',
    },
    purposeOf: (purpose: string, names: string) => `${purpose} of ${names}`,
    ambiguous: (names: string) =>
      `Several files answer to ${names}, so none was taken. Add the right one by itself.`,
    profiles: (name: string, count: number) =>
      `${plural(count, 'light profile', 'light profiles')} of ${name} could not be read: ${count === 1 ? 'its light shines' : 'their lights shine'} all round alike.`,
    displacement: (names: string) =>
      `Displacement is not drawn: ${names}. The model is shown without it; bump and normal maps are drawn.`,
    cmyk: (names: string) => `Studio leaves out pictures in CMYK: ${names}.`,
    cmykHint: 'What wears them looks plain in its pictures. Save them in RGB, and export the model again.',
    mendedRotations: (names: string) =>
      `The file turns ${names} by nothing at all, which is a fault in it. They are shown unturned; check how they stand.`,
    namelessPart: 'a part without a name',
    brokenFaces: (name: string, count: number) =>
      `${plural(count, 'face', 'faces')} of ${name} could not be read whole: ${count === 1 ? 'its' : 'their'} corners are not in the file, or are no numbers. The rest is shown. Look for holes, and export it again if there are any.`,
    onlyPoints: (name: string) =>
      `${name} has points or lines, and no surfaces. Studio draws them thin, without light. An AI engine cannot follow them: for one, export it again with its faces.`,
    feature: nameFeature,
    untraceable: (name: string, features: string) => `Studio cannot draw this of ${name}: ${features}`,
    untraceableHint:
      'The model is shown here as far as this browser can. For a picture draw with AI, lay library materials on the parts that have it, or export the model without it.',
    notOpened: (name: string) => `“${name}” was not opened, and nothing was changed.`,
    tookOne: (name: string, others: number) =>
      `${name} was opened. ${plural(others, 'other model', 'other models')} came with it; open each by itself.`,
  },
};
