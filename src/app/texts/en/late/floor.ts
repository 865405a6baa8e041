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
    colour: 'Light it throws back',
    colourHelp: 'Colours the product from below. The background stays as it is.',
    pickColour: 'Colour of the floor’s light',
    ownColour: 'Own colour',
    fromBackground: 'From background',
    reset: 'Reset floor',
  },
};
