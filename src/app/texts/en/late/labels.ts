/** Pictures that lie on the product: labels, prints, foil. */
export const enLabels = {
  labels: {
    one: 'Label',
    emptyTitle: 'No labels yet',
    empty:
      'Put a logo, a label or a barcode on the product: choose a picture, then click where it goes. Text stays sharp, also around a bottle.',
    choose: 'Choose a picture',
    add: 'Add a label',
    full: (max: number) => `A product has ${max} labels at most. Remove one first.`,
    reading: 'Getting the picture ready',
    waiting: (name: string) => `Click on the product where “${name}” goes.`,
    oneWaits: (name: string, waiting: string) =>
      `“${name}” was not taken: “${waiting}” still waits for its place. Put that one on first, then add “${name}” again.`,
    middle: 'Put it in the middle',
    cancel: 'Cancel',
    beside: 'Click on the product itself.',
    nothingThere: 'Nothing of the product is in the middle of the stage. Turn it into view first.',
    list: 'Labels',
    select: (name: string) => `Settings of ${name}`,
    remove: (name: string) => `Remove ${name}`,
    raise: (name: string) => `Lay ${name} over the next one`,
    lower: (name: string) => `Lay ${name} below the one before`,
    dragHint: 'Drag it on the stage to move it, its corners to size it, the dot above it to turn it.',
    handles: (name: string) => `${name} on the stage`,
    placeHandle: (name: string) =>
      `Place of ${name}. Arrow keys move it, plus and minus size it, square brackets turn it.`,
    cornerHandles: {
      topLeft: (name: string) => `Size of ${name}, top left corner`,
      topRight: (name: string) => `Size of ${name}, top right corner`,
      bottomRight: (name: string) => `Size of ${name}, bottom right corner`,
      bottomLeft: (name: string) => `Size of ${name}, bottom left corner`,
    },
    turnHandle: (name: string) => `Turn ${name}`,
    size: 'Size',
    width: 'Width in mm',
    measures: (width: string, height: string) => `${width} × ${height}`,
    turn: 'Turn',
    degrees: (degrees: string) => `${degrees}°`,
    move: 'Move',
    moves: { left: 'Move left', right: 'Move right', up: 'Move up', down: 'Move down' },
    projection: 'Shape',
    projections: { flat: 'Flat', wrapped: 'Wrapped' },
    finish: 'Finish',
    finishes: { print: 'Print', matt: 'Matt', gloss: 'Varnish', foil: 'Foil' },
    finishHelp: {
      print: 'Ink that shines as the part does.',
      matt: 'A dull sticker.',
      gloss: 'Print under gloss varnish.',
      foil: 'Stamped metal in the colours of the picture.',
    },
    opacity: 'Opacity',
    underprint: 'White below the ink',
    target: 'Lies on',
    targets: { node: 'This part only', material: 'All of its material', all: 'Everything it touches' },
    dropped: 'Put on the product as a label',
    noPicture: (name: string) =>
      `${name} is no picture for a label. Choose a PNG, JPEG, WebP, SVG or PDF file.`,
    badSvg: (name: string) =>
      `${name} cannot be drawn: it is no SVG, it has no size, or it is larger than a label needs. Export it as PNG.`,
    partialSvg: (name: string) =>
      `Parts of ${name} are not drawn as they are: pictures in other files, web pages inside it, or type whose font is not in the file. To have all of it, turn type into outlines, or export it as PNG.`,
    badPdf: (name: string) =>
      `${name} cannot be drawn: it is no PDF, it is locked, or it is larger than a label needs. Export it as PNG or SVG.`,
    partialPdf: (name: string) =>
      `Parts of ${name} are not drawn as they are: most often type whose font is not in the file. To have all of it, turn type into outlines, or export it as PNG.`,
    firstPage: (name: string) => `The label is the first page of ${name}.`,
    wholePage: (name: string) =>
      `Where ${name} is cut after printing could not be read: the label is the whole page, with its margins if it has any. To have it cut, export it as PNG or SVG.`,
    left: (name: string) =>
      `${name} was not put on: another product or project was opened while it was read.`,
    undoAdd: (name: string) => `Label ${name}`,
    undoRemove: (name: string) => `Removal of the label ${name}`,
    undoMove: (name: string) => `Place of the label ${name}`,
    undoChange: (name: string) => `Change of the label ${name}`,
    undoOrder: 'Order of the labels',
  },
};
