import {
  averageColour,
  hashColour,
  type Mask,
  mixColours,
  type Picture,
  type Rgb,
  scaleMask,
  scalePicture,
} from './pictures.ts';

/** What stands in for a diffusion model: what it was loaded from, and what hangs on it. */
export interface Model {
  readonly file: string;
  readonly isDifferential: boolean;
  readonly adapters: readonly { readonly colour: Rgb; readonly weight: number; readonly mask: Mask | null }[];
}
export interface Conditioning {
  readonly texts: readonly { readonly text: string; readonly strength: number; readonly mask: Mask | null }[];
  readonly controls: readonly { readonly hint: Picture; readonly strength: number }[];
  readonly visions: readonly { readonly colour: Rgb; readonly strength: number }[];
  /** Latent pictures of what a model that edits is given, in their order. */
  readonly references?: readonly Picture[];
}
export interface Latent {
  readonly pictures: readonly Picture[];
  readonly mask: Mask | null;
  /** Which noise each picture gets; null: by its place. */
  readonly noise: readonly number[] | null;
  /** Nothing but noise: a model that edits begins at its first reference. */
  readonly isEmpty?: boolean;
}
export interface SamplerInputs {
  readonly model: Model;
  readonly positive: Conditioning;
  readonly negative: Conditioning;
  readonly seed: number;
  readonly cfg: number;
  readonly denoise: number;
}

/**
 * A picture that answers to all that a diffusion model answers to: the colour of the texts and of the noise, masked by
 * the change map, tinted where an adapter's mask is, brightened by the controls. It keeps some of the picture's light.
 */
export async function drawSample(inputs: SamplerInputs, latent: Latent, index: number): Promise<Picture> {
  const { model, positive, negative, seed, cfg, denoise } = inputs;
  const references = positive.references ?? [];
  const canvas = latent.pictures[index]!;
  const [view] = references;
  const start =
    latent.isEmpty === true && view !== undefined
      ? await scalePicture(view, canvas.width, canvas.height)
      : canvas;
  const { width, height } = start;
  const noise = latent.noise?.[index] ?? index;
  const whole = positive.texts.filter(({ mask }) => !mask).map(({ text }) => text);
  const negatives = negative.texts.map(({ text }) => text);
  let colour = hashColour(JSON.stringify([whole, negatives, model.file, seed, noise, cfg]));
  for (const seen of references.slice(1)) colour = mixColours(colour, averageColour(seen), 0.5);
  for (const vision of positive.visions) {
    colour = mixColours(colour, vision.colour, Math.min(1, 0.6 * vision.strength));
  }
  for (const adapter of model.adapters) {
    if (!adapter.mask) colour = mixColours(colour, adapter.colour, clampShare(0.6 * adapter.weight));
  }

  const resize = (mask: Mask) => scaleMask(mask, width, height);
  const change = latent.mask && (await resize(latent.mask));
  const tints = await Promise.all([
    ...model.adapters
      .filter(({ mask }) => mask)
      .map(async ({ mask, ...rest }) => ({
        mask: await resize(mask!),
        colour: rest.colour,
        share: clampShare(0.7 * rest.weight),
      })),
    ...positive.texts
      .filter(({ mask }) => mask)
      .map(async ({ mask, text, strength }) => ({
        mask: await resize(mask!),
        colour: hashColour(text),
        share: clampShare(0.5 * strength),
      })),
  ]);
  const controls = await Promise.all(
    positive.controls.map(async ({ hint, strength }) => ({
      rgb: (await scalePicture(hint, width, height)).rgb,
      strength,
    })),
  );

  const rgb = new Uint8Array(start.rgb.length);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * 3;
    const masked = change ? change.data[pixel]! / 255 : 1;
    const share = denoise * (model.isDifferential || masked === 0 ? masked : 1);
    let tint = colour;
    for (const { mask, colour: other, share: most } of tints) {
      if (mask.data[pixel]) tint = mixColours(tint, other, most * (mask.data[pixel]! / 255));
    }
    let light = (start.rgb[at]! + start.rgb[at + 1]! + start.rgb[at + 2]!) / 3;
    for (const { rgb: hint, strength } of controls) light += (hint[at]! - 128) * 0.15 * strength;
    for (let channel = 0; channel < 3; channel++) {
      const drawn = 0.7 * tint[channel]! + 0.3 * light;
      const under = start.rgb[at + channel]!;
      rgb[at + channel] = Math.max(0, Math.min(255, Math.round(under + (drawn - under) * share)));
    }
  }
  return { width, height, rgb };
}

function clampShare(share: number): number {
  return Math.max(0, Math.min(1, share));
}
