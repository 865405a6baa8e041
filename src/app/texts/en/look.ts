import { createFormatters } from '../formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** Light, backdrop and what of the model is in sight. */
export const enLook = {
  parts: {
    unnamedMesh: 'Unnamed mesh',
    unnamedGroup: 'Unnamed group',
    helper: 'editor helper',
    more: (name: string) => `More for ${name}`,
    isolate: 'Show only this',
    showAll: 'Show all',
    hidden: (count: number) => `${plural(count, 'object is', 'objects are')} hidden.`,
    helpersHidden: (count: number) =>
      `${plural(count, 'shape that an editor left is', 'shapes that an editor left are')} hidden.`,
    showHelpers: 'Show',
    allHidden: 'Every object is hidden.',
    allHiddenHint: 'The model is still here. The Objects tab shows and hides its parts.',
    undoIsolate: (name: string) => `Only ${name}`,
    undoShowAll: 'Show all',
    undoShowHelpers: 'Show what an editor left',
  },
  light: {
    title: 'Light',
    preset: 'Light preset',
    presets: { studio: 'Studio', render: 'Bright' },
    presetHelp: { studio: 'Clear light and dark', render: 'More light from behind and the front' },
    exposure: 'Exposure',
    shadow: 'Shadow',
    toneMapping: 'Tone mapping',
    toneMappings: { neutral: 'Neutral', agx: 'AgX' },
    toneMappingHelp: { neutral: 'Keeps the colours of the product', agx: 'Like film: soft highlights' },
    reset: 'Reset light',
    undoPreset: 'Light preset',
    undoMove: 'Direction of a light',
    undoAdd: 'Another light',
    undoRemove: 'Removal of a light',
    undoLight: 'Light',
    undoExposure: 'Exposure',
    undoShadow: 'Shadow',
    undoToneMapping: 'Tone mapping',
    undoReset: 'Reset of the light',
  },
  floor: {
    title: 'Floor',
    stands: { auto: 'Automatic', lowest: 'Lowest point', part: 'A part' },
    shadowOnly: 'Shadow only',
    glossOf: (gloss: string, blur: string) => `gloss ${gloss}, blur ${blur}`,
    undoReset: 'Reset of the floor',
  },
  gradient: {
    kind: 'Kind of background',
    colour: 'Colour',
    gradient: 'Gradient',
    summary: (from: string, to: string, count: number) =>
      count > 2 ? `${count} colours, ${from} to ${to}` : `${from} to ${to}`,
    undo: 'Gradient',
  },
};
