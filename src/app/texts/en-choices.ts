import { createFormatters } from './formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** What a person chooses of materials: which go into the render, and saved looks. */
export const enChoices = {
  selection: {
    inRender: 'In the render',
    inRenderCount: (count: number, max: number) => `${count} of ${max}`,
    automaticMode: 'Chosen automatically',
    toAutomatic: 'Choose automatically',
    backToAutomatic: 'Choose the materials of the render automatically again',
    automatic: (priority: number) => `Selected for render (Priority ${priority})`,
    tooltips: {
      manual: 'Manually selected for render',
      available: 'Click to select for render',
      none: 'Assign a texture from the library to select this material',
    },
    noTexture: (name: string) =>
      `Material "${name}" is a default model material without assigned texture. Selecting it would consume i-padapter resources without producing useful results. Please assign a texture from the library first.`,
    maximum: 'Maximum 4 materials allowed. Please deselect one material first.',
    maximumRefused: 'Maximum 4 materials allowed. Deselect one first.',
    duplicate: (name: string) =>
      `Material "${name}" is already selected. Multiple objects with the same material will have their masks combined during rendering.`,
    saveFailed: 'Error saving material selection. Please try again.',
    toggleFailed: 'Error updating material selection. Please try again.',
    undoSelected: (name: string) => `Selection of ${name}`,
    undoDeselected: (name: string) => `Deselection of ${name}`,
    undoAutomatic: 'Automatic selection',
  },
  looks: {
    title: 'Looks',
    summary: 'Save and apply',
    hint: 'Save materials, background, style, light and prompts under a name, and give them to any model.',
    save: 'Save this look',
    saveTitle: 'Save this look',
    saveAction: 'Save',
    renameTitle: (name: string) => `Rename ${name}`,
    renameAction: 'Rename',
    rename: 'Rename',
    delete: 'Delete',
    name: 'Name',
    defaultName: (number: number) => `Look ${number}`,
    apply: (name: string) => `Apply look ${name}`,
    more: (name: string) => `Options of look ${name}`,
    applied: (name: string, count: number) => `${name} is on ${plural(count, 'material', 'materials')}.`,
    missing: 'Not found here:',
    missingBackground: 'its background, which is no longer in the library',
    missingStyle: 'its style, which is no longer in the library',
    full: (max: number) =>
      `You have ${format.number(max)} looks, which is as many as can be kept. Delete one first.`,
    notKept: (name: string) =>
      `The look “${name}” could not be kept on this device. The project is as it was. Try again.`,
    syncFailed: (reason: string) => `The server did not take a look: ${reason} It stays on this device.`,
    undoSaved: (name: string) => `Saving look ${name}`,
    undoRenamed: (name: string) => `Renaming look ${name}`,
    undoDeleted: (name: string) => `Deleting look ${name}`,
    undoApplied: (name: string) => `Look ${name}`,
  },
};
