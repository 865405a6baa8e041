import { STAGE_PICTURE_MAX_PX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { BackgroundSpec, TracedSpec } from '../../contract/render-spec.ts';
import { FLOOR_BEFORE } from '../../contract/scene/floor-defaults.ts';
import type { LightRig } from '../../contract/scene/light-rig.ts';
import { lightByEnvironment } from '../environment/light-by-environment.ts';
import { type ReadEnvironment, readEnvironment, viewEnvironment } from '../environment/read-environment.ts';
import type { ImageDecoder } from '../gltf/decode-image.ts';
import { bounceOf, buildSky, surroundingsShare } from '../light/build-sky.ts';
import { chooseLightRig } from '../light/choose-light-rig.ts';
import type { Sweep } from '../light/draw-in.ts';
import { hangLights, rigFrame, rigPlace } from '../light/hang-lights.ts';
import { parseColour } from '../parse-colour.ts';
import { type Band, boundSize, type LinearPicture, type PictureSize, stretchPicture } from '../picture.ts';
import { buildGradient, buildImagePlate, buildSweep, isSoft, type Plate } from '../post/build-plate.ts';
import { measureOklab, STYLE_PX, type StyleGrade, styleTint } from '../post/grade-style.ts';
import { openPaintedLight } from '../post/paint-light.ts';
import type { SrgbTables } from '../post/srgb-tables.ts';
import type { AreaLight, Floor, FloorCyclorama, SceneCamera, Sky } from '../scene.ts';

/** What stands behind the product, what the style asks for and what is painted: the same for every picture of a batch. */
export interface Backdrop {
  /** In the size of the picture, at most {@link STAGE_PICTURE_MAX_PX} long. */
  readonly plate: Plate;
  readonly style: StyleGrade | null;
  /** Colour of the lights, luminance 1. */
  readonly tint: readonly [number, number, number];
  /** Light of the light-map sketch in the size of the plate, null for none. */
  readonly light: LinearPicture | null;
  /** Draws rows of plate and painted light in another size. */
  draw(size: PictureSize, band: Band): { readonly plate: Plate; readonly light: LinearPicture | null };
  /** Null or absent: what stands behind the product lights it. */
  readonly environment?: ReadEnvironment | null;
}

/** Decodes the background, the style and the light-map of a recipe. */
export async function prepareBackdrop(
  spec: TracedSpec,
  files: ReadonlyMap<ContentHash, Uint8Array>,
  decoder: ImageDecoder,
  srgb: SrgbTables,
): Promise<Backdrop> {
  const { background, scene } = spec;
  const whole = boundSize(spec, STAGE_PICTURE_MAX_PX);
  const allRows = { top: 0, rows: whole.heightPx };
  const read = async (hash: ContentHash, name: string) => {
    const bytes = files.get(hash);
    if (bytes === undefined) throw new AppError({ code: 'image-unreadable', name });
    return decoder.decode(bytes, name);
  };
  const environment = await readEnvironment(scene, read);
  const open = async (): Promise<DrawPlate> => {
    if (environment?.isSeen) return viewEnvironment(environment, spec);
    if (background.kind === 'colour') {
      const colour = parseColour(background.colour);
      return (size, band) => buildSweep(size.widthPx, size.heightPx, colour, band);
    }
    if (background.kind === 'gradient') {
      return (size, band) =>
        buildGradient(size.widthPx, size.heightPx, background, background.fidelity, band);
    }
    const image = await read(background.imageHash, background.name);
    return (size, band) =>
      buildImagePlate(image, size.widthPx, size.heightPx, shareKept(background), srgb, band);
  };
  const drawPlate = await open();
  const plate = drawPlate(whole, allRows);
  const { lightmap } = spec.passes;
  const drawLight = lightmap === null ? null : openPaintedLight(await read(lightmap, 'light-map'), srgb);
  const isBlurred = background.kind !== 'colour' && !environment?.isSeen && isSoft(shareKept(background));
  const backdrop = {
    plate,
    light: drawLight?.(whole, allRows) ?? null,
    environment,
    draw: (size: PictureSize, band: Band) => ({
      plate: isBlurred ? { ...stretchPicture(plate, size, band), exact: null } : drawPlate(size, band),
      light: drawLight?.(size, band) ?? null,
    }),
  };
  if (spec.style === null || spec.style.strength === 0) return { ...backdrop, style: null, tint: [1, 1, 1] };
  const { strength } = spec.style;
  const image = await read(spec.style.imageHash, spec.style.name);
  const { rgb } = buildImagePlate(image, STYLE_PX, STYLE_PX, 1, srgb);
  const style = { target: measureOklab(rgb), strength };
  return { ...backdrop, style, tint: styleTint(rgb, strength) };
}

/** The fidelity that a background is drawn with: a gradient is drawn as the stage shows it, which has none (H7). */
function shareKept(background: Exclude<BackgroundSpec, { kind: 'colour' }>): number {
  return background.kind === 'image' && background.gradient !== undefined ? 1 : background.fidelity;
}

/** Draws rows of a plate in a size. */
type DrawPlate = (size: PictureSize, band: Band) => Plate;

/** What lights one picture. */
export interface PictureLight {
  readonly sky: Sky;
  readonly lights: readonly AreaLight[];
}

/**
 * The light of one picture of a batch: the recipe's own rig, or the house's.
 *
 * @param bounds Of the product in the stage frame: least x, y, z, then greatest.
 * @param sweep A cyclorama behind it; null for none.
 */
export function prepareLighting(
  spec: TracedSpec,
  backdrop: Backdrop,
  camera: SceneCamera,
  bounds: ArrayLike<number>,
  seed: number,
  sweep: Sweep | null = null,
): PictureLight {
  const { lightRig, lighting } = spec.scene;
  if (backdrop.environment) {
    const stand = { frame: rigFrame(camera), place: { ...rigPlace(bounds), sweep }, tint: backdrop.tint };
    return lightByEnvironment(backdrop.environment, lightRig ?? null, stand);
  }
  const rig = lightRig ?? chooseLightRig(spec.creativity, seed, lighting);
  return lightPicture(rig, backdrop, camera, bounds, sweep);
}

/** Hangs a rig around a product, in front of a backdrop. */
export function lightPicture(
  rig: LightRig,
  { plate, tint }: Pick<Backdrop, 'plate' | 'tint'>,
  camera: SceneCamera,
  bounds: ArrayLike<number>,
  sweep: Sweep | null = null,
): PictureLight {
  const frame = rigFrame(camera);
  const share = surroundingsShare(rig, plate);
  return {
    sky: buildSky(plate, frame, share * rig.level),
    lights: hangLights(rig, { ...rigPlace(bounds), sweep }, frame, 1 - share, tint),
  };
}

/**
 * The floor under a product, at a height. Of surroundings that are seen it has their ground's colour, else the background's.
 *
 * @param cyclorama Is drawn in its place; null for none.
 */
export function prepareFloor(
  { plate, environment = null }: Pick<Backdrop, 'plate'> & Partial<Pick<Backdrop, 'environment'>>,
  y: number,
  settings = FLOOR_BEFORE,
  cyclorama: FloorCyclorama | null = null,
): Floor {
  const { gloss, roughness, isShadowOnly } = settings;
  return {
    y,
    bounceColour: bounceOf(settings, plate, environment?.isSeen ? environment.ground : null),
    reflection: isShadowOnly || cyclorama !== null ? 0 : gloss,
    roughness,
    ...(cyclorama !== null && { cyclorama }),
  };
}
