/** What a tap on the stage offers, and a material that is carried over it. */
export const enTaps = {
  taps: {
    offer: (name: string) => `Part of ${name}`,
    libraryOf: (name: string) => `Library: another material on ${name}`,
    frame: (name: string) => `Frame this part of ${name}`,
    framePart: 'Frame on the stage',
    dropOn: (name: string) => `on ${name}`,
    dropOnPart: 'Drop it on a part of the model',
  },
};
