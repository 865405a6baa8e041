/** Handing the model to other programs. */
export const enExport = {
  exporting: {
    button: 'Export GLB',
    bundle: 'Working files',
    download: 'Download',
    downloadAs: 'Download as…',
    done: (name: string, size: string) => `${name} exported, ${size}`,
    laidTextures:
      'Library materials are plain textures in the file: without relief, with a seam where their direction changes.',
    labels:
      'Labels are thin layers over their parts. Varnish shines where the other program knows clear coats; ink without white covers the colour below it; animated skins and repeated instances go without.',
  },
};
