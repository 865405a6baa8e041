import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');

/** Finished pictures for channels, and the files they were made from. */
export const enDownloads = {
  downloads: {
    channel: 'For',
    asMade: 'As it was made',
    channels: {
      amazon: 'Amazon main image',
      shopify: 'Shopify',
      'instagram-4x5': 'Instagram post',
      'instagram-9x16': 'Instagram story',
    },
    format: 'Format',
    cutOutLabel: 'Without background',
    print: 'In print',
    noPrint: 'For screens, no resolution',
    printSize: (dpi: string, width: string, height: string) => `${dpi} dpi: ${width} × ${height} mm`,
    webpHasNoPrint: 'WebP keeps no resolution: choose PNG or JPEG for print.',
    colour: 'Colour space',
    p3: {
      all: 'From the light of the scene: colours more vivid than sRGB can show are kept.',
      some: 'Of some of these pictures colours more vivid than sRGB can show are kept. The others are converted from sRGB.',
      none: 'Converted from sRGB: the same colours in numbers of Display P3. This picture has kept no colours more vivid than that.',
    },
    jpegIsOpaque: 'JPEG has no transparency: choose PNG or WebP.',
    alwaysWhite: 'Pure white around the product, which fills 85 % of the frame.',
    which: 'Pictures',
    all: (count: number) => `All ${format.number(count)}`,
    pictures: (count: number) =>
      count === 1 ? 'Download picture' : `Download ${format.number(count)} pictures`,
    preview: 'The picture as it will be',
    enlarged: (factor: string) =>
      `Enlarged ${factor} times: it has fewer pixels than this asks for. Render it larger for a sharper one.`,
    enlargedMany: (names: string) => `Enlarged, with fewer pixels than the channel asks for: ${names}`,
    cutOff: 'The product reaches the edge of the picture and is cut off there.',
    cutOut: {
      'not-kept': 'This render kept no silhouette to cut the product out with. Render it again.',
      'not-measured':
        'Whether this AI picture keeps to the product’s outline was not measured: it cannot be cut out.',
      'not-true': 'This AI picture does not keep to the product’s outline: it cannot be cut out truly.',
    },
    making: 'Making pictures',
    done: (name: string) => `${name} downloaded`,
    layers: {
      title: 'Layers for compositing',
      ofFirst: 'Of the picture shown above.',
      names: {
        exr: 'All layers, OpenEXR',
        deep: 'Picture, 16-bit PNG',
        product: 'Product alone, 16-bit PNG',
        shadow: 'Shadow alone, 16-bit PNG',
      },
      help: {
        exr: 'Linear light: beauty, product, shadow, reflection, background, albedo, normals, depth, materials.',
        deep: 'As finished, in sRGB, with 65,536 steps a channel.',
        product: 'Transparent around it, edges in its own colours.',
        shadow: 'Black and transparent, to lay under the product on any background.',
      },
      download: (name: string) => `Download: ${name}`,
    },
    files: 'Working files',
    filesHelp:
      'Snapshot, masks, textures, prompt and settings of the open render as numbered files, with a list.',
    sceneHelp:
      'What a render starts from, as the scene stands now: snapshot, masks, textures, prompt and settings as numbered files in one ZIP, with a list. Nothing is sent.',
    filesStart: 'Download files',
    packing: 'Packing files',
    unavailable: 'Render information is not available.',
    missing: (count: number) =>
      count === 1
        ? 'One render could not be read: its pictures are missing here.'
        : `${count} renders could not be read: their pictures are missing here.`,
  },
};
