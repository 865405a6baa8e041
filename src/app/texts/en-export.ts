/** Handing the model to other programs. */
export const enExport = {
  exporting: {
    button: 'Export GLB',
    done: (name: string, size: string) => `${name} exported, ${size}`,
  },
};
