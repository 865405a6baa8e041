import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** The list of what is in a model's file, shown or not. */
export const enAboutModel = {
  aboutModel: {
    title: 'About this model',
    copy: 'Copy the list',
    reading: 'Looking into the file.',
    gone: 'The file is not on this device now. Open it again to see what is in it.',
    groups: { file: 'File', textures: 'Textures', notShown: 'Not shown', notes: 'Notes' },
    name: 'Name',
    sizeBytes: 'Size of the file',
    triangles: 'Triangles',
    parts: 'Parts',
    materials: 'Materials',
    colourways: 'Colourways',
    unit: 'Unit',
    units: { metre: 'Metre', unknown: 'Not said; counted as metres' },
    size: 'Real size',
    /** Width, height and depth as it was stood up. */
    sizeOf: (width: string, height: string, depth: string) => `${width} wide, ${height} high, ${depth} deep`,
    withoutUv: 'Without texture coordinates',
    withoutUvOf: (count: number, all: number) =>
      `${format.number(count)} of ${plural(all, 'part', 'parts')}. Library materials lie on them all the same.`,
    noTextures: 'None',
    texture: (number: number) => `Texture ${number}`,
    textureSum: (count: number, bytes: string) =>
      `${plural(count, 'texture', 'textures')}, ${bytes} together`,
    unknownSize: 'size not known',
    nothing: 'Everything in the file is shown.',
    lights: 'Lights',
    lightKinds: { directional: 'sun', point: 'point', spot: 'spot', profile: 'with a profile' },
    surroundings: 'Surroundings',
    surroundingsHint: 'Under “Light” they can be taken as an environment.',
    otherLights: 'Other lights',
    otherLightsHint:
      'An image, or of a kind that is not known: the studio lights the stage and the pictures.',
    lightsHint:
      'Off at first. Under “Light” they can be switched on, for the stage and for Studio’s pictures.',
    animations: 'Animations',
    animation: (number: number) => `Animation ${number}`,
    animationsHint: 'A moment of one is chosen as the pose, above the materials.',
    cameras: 'Cameras',
    camerasHint: 'You look from views of your own.',
    scenes: 'Other scenes',
    scenesHint: 'The one that the file opens with is shown.',
    extensions: 'Extensions',
    extensionsHint: 'Nothing here reads them.',
    skins: 'Bones',
    skinsHint: 'They follow the pose.',
    morphs: 'Shapes to blend',
    morphsHint: 'They follow the pose.',
    points: 'Points and lines',
    pointsHint: 'Drawn thin, without light. Masks, dressing and AI passes leave them out.',
    brokenFaces: 'Faces that could not be read whole',
    brokenFacesHint: 'Their corners are not in the file, or are no numbers. The rest is shown.',
    untraceable: 'Not in pictures of the Studio engine',
    missing: 'Missing files',
    refused: 'Files outside of what you gave',
    unreadable: 'Pictures that could not be read',
    cmyk: 'Pictures in CMYK',
    cmykHint: 'Pictures by Studio are made without them.',
    profiles: 'Light profiles that could not be read',
    profilesHint: 'Their lights shine all round alike.',
    nameless: 'one without a name',
    displacement: 'Displacement',
    displacementHint: 'The surface is shown without it.',
    stripped: 'Left out as helpers of an editor',
    more: (count: number) => `and ${format.number(count)} more`,
  },
};
