/** The light-map brush. */
export const enLightMap = {
  lightMap: {
    title: 'Light-map',
    size: 'Size',
    opacity: 'Opacity',
    colour: 'Brush colour',
    eraser: 'Eraser',
    stroke: 'Stroke',
    undo: 'Undo stroke',
    redo: 'Redo stroke',
    clear: 'Clear sketch',
    accept: 'Accept',
    hint: 'Paint where light should fall. Black takes light away.',
    held: 'The camera rests while you paint. Accept to move it; the light stays with this view.',
    sketch: (strokes: number, hasPicture: boolean) => {
      const painted = strokes === 1 ? '1 stroke' : `${strokes} strokes`;
      const light = 'light of a picture';
      if (!hasPicture) return `Light-map sketch, ${strokes === 0 ? 'empty' : painted}`;
      return `Light-map sketch, ${strokes === 0 ? light : `${light} and ${painted}`}`;
    },
    edit: 'Light-map',
    kept: 'Light-map saved. It goes into the next render of this view.',
    notKept:
      'This change of the light-map could not be saved on this device, and is gone. What you painted before is kept; free some space, then paint again.',
    notShown: 'This stroke was not kept: the model of the project is not on the stage.',
    paintAgain: 'Paint again once it is there. What you painted before is safe.',
    notSent: 'The light-map stays on this device: the server did not take it.',
    tooLarge: 'This light-map has too many strokes to go to your other devices.',
    staysHere: 'It stays on this device, and in the renders that you order here.',
    elsewhere: 'Your light-map belongs to another view.',
    goBack: 'Go back to the painted view',
    remove: 'Remove sketch',
  },
};
