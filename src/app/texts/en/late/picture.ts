/** Ratio, size and quality of the pictures to come. */
export const enPicture = {
  picture: {
    ratio: 'Ratio',
    ratioHelp: {
      square: 'The picture is the whole stage.',
      framed: (fit: string) => `The frame on the stage is the picture. “${fit}” brings the product into it.`,
    },
    sizeHelp: 'Up to 2048 px every size costs the same. Larger pictures take longer.',
    sizeLarge: (times: string) =>
      `Above 2048 px Studio draws, without layers; it costs ${times} times what smaller ones cost and takes as much longer as there are more pixels.`,
    sizeLargeFree:
      'Above 2048 px Studio draws, without layers; it takes as much longer as there are more pixels.',
    qualityHelp: {
      draft: 'A quick look, coarse in shadows and detail.',
      standard: 'For finished pictures.',
      high: 'Clean shadows and fine detail.',
    },
    qualityPrice: {
      draft: (credits: string) => `Half the price: ${credits} credits an image.`,
      standard: (credits: string) => `The normal price: ${credits} credits an image.`,
      high: (credits: string) => `Twice the price: ${credits} credits an image.`,
    },
    qualityPriceOfSize: {
      draft: (credits: string) => `Half the price of this size: ${credits} credits an image.`,
      standard: (credits: string) => `The price of this size: ${credits} credits an image.`,
      high: (credits: string) => `Twice the price of this size: ${credits} credits an image.`,
    },
    qualityTime: (range: string) => `Lately ${range} an image.`,
    undoRatio: 'Picture ratio',
    layers: 'Keep layers for compositing',
    layersHelp: (bytes: string) =>
      `OpenEXR with all layers, a 16-bit PNG, and the product and its shadow by themselves, to download with the picture. They add nothing to the price; about ${bytes} more a picture of your room on the server.`,
    layersLarge: 'Only of pictures of up to 2048 px: of larger ones none are kept.',
    layersWithCyclorama:
      'The cyclorama is in the product’s layer, with the shadow on it. For a product by itself, switch it off under Floor.',
    undoLayers: 'Layers for compositing',
  },
};
