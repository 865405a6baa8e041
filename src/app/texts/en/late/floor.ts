export const enFloor = {
  floor: {
    stand: 'What the product stands on',
    standHelp: {
      auto: 'The level that carries the product. A cable that hangs lower lies under the floor.',
      lowest: 'The lowest point of all that is shown.',
      part: 'The lowest point of a part: pick it here, or on the stage.',
    },
    part: 'Part on the floor',
    choosePart: 'Choose a part',
    usePicked: 'Stand on picked part',
    offset: 'Height',
    gloss: 'Gloss',
    roughness: 'Blur',
    shadowOnlyHelp: 'No reflection, and no light back on the product.',
    light: {
      title: 'Light it throws back',
      help: 'Colours the product from below. The background stays as it is.',
      pick: 'Colour of the floor’s light',
    },
    runsUp: 'Runs up behind the product',
    runsUpHelp:
      'A cyclorama: one matt sweep without edges, lit by your lights. It covers the background, which still gives its light.',
    distance: 'Wall behind the product',
    curve: 'Curve',
    shapeHelp: 'Both count half of the product’s diagonal. The curve leaves the product its room.',
    paint: {
      title: 'Colour of the sweep',
      help: 'It gets darker where less light falls. Its own colour comes back on the product.',
      pick: 'Colour of the cyclorama',
    },
    ownColour: 'Own colour',
    fromBackground: 'From background',
    reset: 'Reset floor',
  },
};
