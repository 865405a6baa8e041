/** Several maps of one material that come together. */
export const enMaterialMaps = {
  materialMaps: {
    maps: {
      colour: 'colour',
      normal: 'normal',
      roughness: 'roughness',
      metalness: 'metalness, as one value',
    },
    kinds: {
      colour: 'a second colour',
      normal: 'a second normal map',
      normalDirectX: 'the DirectX normal map',
      roughness: 'a second roughness map',
      glossiness: 'glossiness',
      metalness: 'metalness',
      packed: 'packed channels',
      packedRoughness: 'packed channels',
      occlusion: 'ambient occlusion',
      displacement: 'displacement',
      other: 'other maps',
    },
    unused: (kinds: string) => `Not used here, and not uploaded: ${kinds}.`,
    takeOut: (map: string, name: string) => `Leave out ${map} of ${name}`,
    normalOf: (name: string) => `Normal map of ${name}`,
    normalHint: 'If bumps look like dents in the picture, choose the other one.',
    separate: 'Upload separately',
    separateOf: (name: string) => `Upload separately the pictures of ${name}`,
    /** @param others Pictures among them that are maps of none. */
    offer: (materials: number, others: number) =>
      `${others > 0 ? 'Some of these' : 'These'} pictures are maps of ${materials > 1 ? `${materials} materials` : 'a material'}`,
    lay: (part: string) => `Upload and put on ${part}`,
    toLibrary: 'Upload to my library',
    offline: 'The server cannot be reached. Press upload, and it begins when the server is back.',
    awaited:
      'It is uploaded as soon as the server is back. Leave this open; the pictures are on this page only.',
    waiting: 'Waiting for the server',
    hint: 'To use one of them as a background, drop it by itself.',
  },
};
