/** What a person chooses of materials: which go into the render. */
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
};
