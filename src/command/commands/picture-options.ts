import { PICTURE_MAX_PX, PICTURE_RATIOS } from '../../contract/constants.ts';
import { RenderQuality } from '../../contract/render-spec.ts';
import { RIG_PRESETS } from '../../contract/scene/light-rig.ts';
import type { Arguments, OptionPlans } from '../options/read-arguments.ts';
import { CHANNEL_NAMES } from '../options/read-channel.ts';
import { VIEW_NAMES } from '../options/read-view.ts';
import type { ShotWish } from './plan-shot.ts';

/** How every command tells what it does. */
export const TELLING_OPTIONS: OptionPlans = {
  json: { value: null, help: 'JSON lines on stdout: {"kind":"progress"|"warning"|"done"|"failed", …}' },
  quiet: { value: null, help: 'say nothing but errors' },
  help: { value: null, help: 'say how this command is called' },
};

/** What a picture looks like. */
export const PICTURE_OPTIONS: OptionPlans = {
  material: {
    value: 'PART=NAME',
    isMany: true,
    help: 'lay a material of the library on a part ("vitrine parts MODEL", "vitrine materials"); * for all that nothing else is said of; may be repeated',
  },
  background: {
    value: 'BACKGROUND',
    help: 'a picture file, #rrggbb, "transparent" for the product alone (to 2048 px, PNG or WebP), or a background of the library by its name',
  },
  view: {
    value: 'VIEW',
    help: `${VIEW_NAMES.join(', ')}, or AZIMUTH,ELEVATION in degrees: 0,0 is the front, 90,0 the right side (${VIEW_NAMES[0]})`,
  },
  look: {
    value: 'FILE',
    help: 'how products are dressed and lit, as JSON: {"materials": {"Seat": "Walnut", "*": "Oak"}, "background": "#f4f1ea", "light": "soft"}. What is said beside it counts more',
  },
  light: { value: 'NAME', help: `lights: ${RIG_PRESETS.join(', ')} (the house's own)` },
  size: { value: 'PX', help: `longer side, 64 to ${PICTURE_MAX_PX}, a multiple of 8 (1024)` },
  ratio: {
    value: 'W:H',
    help: `width to height: ${Object.keys(PICTURE_RATIOS).join(', ')} or any other (1:1)`,
  },
  quality: { value: 'QUALITY', help: `${RenderQuality.options.join(', ')} (standard)` },
  seed: { value: 'NUMBER', help: 'whole number; the same command and seed make the same picture (0)' },
  up: { value: 'AXIS', help: 'y or z: the axis that the file has up (what is found in it)' },
};

/** Of single pictures and sheets, beside {@link PICTURE_OPTIONS}. */
export const CHANNEL_OPTIONS: OptionPlans = {
  channel: {
    value: 'NAME',
    help: `exact size and ground of a sales channel, in place of size and ratio: ${CHANNEL_NAMES.join(', ')}`,
  },
};

/** What was wished of a picture, as it was said. */
export function readWish(args: Arguments, model: string): ShotWish {
  return {
    model,
    materials: args.list('material'),
    background: args.text('background'),
    view: args.text('view'),
    light: args.text('light'),
    size: args.text('size'),
    ratio: args.text('ratio'),
    quality: args.text('quality'),
    seed: args.text('seed'),
    up: args.text('up'),
    look: args.text('look'),
    channel: args.text('channel'),
  };
}
