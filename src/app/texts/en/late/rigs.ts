import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const side = (degrees: number): string => {
  const whole = Math.round(Math.abs(degrees));
  if (whole === 0) return 'in front';
  if (whole === 180) return 'behind';
  return `${format.number(whole)}° ${degrees < 0 ? 'left' : 'right'}`;
};

/** The lights around the product. */
export const enRigs = {
  rigs: {
    choose: 'Presets',
    chooseTitle: 'Light for a kind of product',
    own: 'Own lights',
    changed: (name: string) => `${name}, changed`,
    names: {
      soft: 'Soft',
      glass: 'Glass',
      blackGloss: 'Black gloss',
      metal: 'Brushed metal',
      textile: 'Textile',
      white: 'White on white',
      jewellery: 'Jewellery',
      bottle: 'Bottles',
      food: 'Food',
      drama: 'Drama',
      window: 'Window',
      sun: 'Sun and sky',
    },
    help: {
      soft: 'A large octagon from the upper left and open shadows: right for most things.',
      glass: 'Bright behind and dark at the sides, so that the outline of glass is drawn.',
      blackGloss: 'Long strips that black surfaces reflect from top to bottom.',
      metal: 'A wide light above, spread across the grain, and a bright edge.',
      textile: 'One small light that rakes across the weave.',
      white: 'Light from all sides: white stays off its edge, shadows are faint.',
      jewellery: 'Small bright points for facets over one soft light for the metal.',
      bottle: 'Two tall strips of different width that reach below the foot.',
      food: 'A warm window behind, as at breakfast.',
      drama: 'One light from the side, an edge from behind, and the dark.',
      window: 'A tall cool window on the left.',
      sun: 'A small warm sun with sharp shadows under a cool sky.',
    },
    mine: 'My lights',
    keep: 'Keep these lights',
    keepHelp:
      'They are kept among the looks, where they can be renamed and deleted, and hang over any product.',
    kept: (name: string) => `${name} is kept under My lights.`,
    name: 'Name of these lights',
    namePlaceholder: 'As you will call them in looks',
    lights: 'Lights',
    roles: {
      key: 'Key light',
      fill: 'Fill light',
      rim: 'Rim light',
      top: 'Top light',
      strip: 'Strip light',
      back: 'Backlight',
      window: 'Window',
      sun: 'Sun',
    },
    numbered: (number: number, role: string) => `${format.number(number)}, ${role}`,
    direction: (azimuthDegrees: number, elevationDegrees: number) =>
      `${side(azimuthDegrees)}, ${format.number(Math.round(elevationDegrees))}° up`,
    handle: (number: number, role: string, place: string) =>
      `Light ${format.number(number)}, ${role}: ${place}`,
    handles: 'Lights on the stage',
    handlesHelp: 'Middle: from the camera. Inner ring: from the side. Rim: from behind.',
    add: 'Add a light',
    full: (most: number) => `${format.number(most)} lights are the most.`,
    none: 'There is no light: only the surroundings light the product.',
    noneBesideFile: 'There is no light of yours: the surroundings and the file’s lights do it.',
    isOn: (name: string) => `${name} on`,
    solo: (name: string) => `${name} alone`,
    place: 'Place the highlight',
    placeHelp: 'Press or drag on the product: the light goes where its reflection is seen there.',
    placeDone: 'Done',
    duplicate: 'Duplicate',
    remove: 'Delete light',
    shape: 'Shape',
    shapes: { rectangle: 'Rectangle', octagon: 'Octagon' },
    gobo: 'Shadow pattern',
    gobos: { none: 'None', window: 'Window', blinds: 'Blinds', leaves: 'Leaves' },
    goboSoftness: 'Softness',
    goboHelp: 'A smaller light draws it sharper.',
    brightness: 'Brightness',
    warmth: 'Warmth',
    kelvin: (kelvin: number) => `${format.number(kelvin)} K`,
    width: 'Width',
    height: 'Height',
    distance: 'Distance',
    times: (factor: number) => `${format.number(factor)} ×`,
    sizeHelp: 'Sizes and distances count half of the product’s diagonal.',
    azimuth: 'Direction',
    elevation: 'Elevation',
    degrees: (degrees: number) => `${format.number(Math.round(degrees))}°`,
    surroundings: 'Surroundings',
    surroundingsHelp: 'Share of the light that comes from the background’s colours, from all around.',
    environmentHelp: 'Share of the light that comes from the environment; your lights give the rest.',
    automatic: 'Automatic',
    fileLights: 'Lights of the file',
    fileLightsHelp:
      'The model brings lights of its own. At 100 % all of them together light it to full white.',
    fileLightsMany: (count: number, most: number) =>
      `The model brings ${format.number(count)} lights of its own; the ${format.number(most)} brightest shine. At 100 % they light it to full white together.`,
    fileLightsStrength: 'Strength of the file’s lights',
    undoName: 'Name of the lights',
    undoSurroundings: 'Light of the surroundings',
    recipe: 'Lights',
    count: (count: number) => `${format.number(count)} ${count === 1 ? 'light' : 'lights'}`,
  },
};
