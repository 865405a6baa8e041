import type { Cyclorama } from '../../contract/scene/floor.ts';
import { RIG_FRAME } from '../light/hang-lights.ts';
import type { AreaLight, Sky } from '../scene.ts';
import { buildCyclorama, type CycloramaShape, type NetDetail } from './build-cyclorama.ts';
import { lightNodes, placeNodes } from './light-nodes.ts';
import { quarterSky } from './quarter-sky.ts';
import { addThrown, throwLight } from './throw-light.ts';
import { CycloramaView } from './view-cyclorama.ts';

type Triple = readonly [number, number, number];

/** What stands around a cyclorama; lengths count the product's radius, whose middle is the origin, with the camera on +Z. */
export interface CycloramaLight {
  readonly lights: readonly AreaLight[];
  readonly sky: Sky;
  /** How far below the origin it lies. */
  readonly floorDepth: number;
  /** Of the cyclorama, linear: `bounceOf`. */
  readonly colour: Triple;
}

/** A cyclorama under its light, without the product and what that keeps from it. */
export interface LitCyclorama {
  readonly shape: CycloramaShape;
  /** Linear. */
  readonly colour: Triple;
  /**
   * Irradiance at the points of the net, rgb. Of a light with a pattern it is what arrives of it in the middle of the product
   * on a surface that is turned so, as if there were no pattern: who draws it knows what of that does not arrive.
   */
  readonly irradiance: Float32Array;
  /**
   * What the middle of the product sees of it in a direction.
   *
   * @param rgb Is given the radiance. @returns False where the sky is seen.
   */
  look(x: number, y: number, z: number, rgb: [number, number, number]): boolean;
}

/** As it is drawn on the stage. */
const SEEN_NET: NetDetail = {
  curve: 20,
  steps: [0.5, 1, 1.5, 2, 2.5, 3, 3.7, 4.6, 6, 8, 11, 16, 30, 80, 400],
};

/** Lights a cyclorama as the tracer does: lights and sky straight, then from one part of it to another. Takes about 20 ms. */
export function lightCyclorama(
  cyclorama: Pick<Cyclorama, 'distance' | 'radius'>,
  { lights, sky, floorDepth, colour }: CycloramaLight,
): LitCyclorama {
  const shape = buildCyclorama(cyclorama, SEEN_NET);
  const view = new CycloramaView(shape, floorDepth);
  const light = {
    lights,
    sky: quarterSky(sky, RIG_FRAME),
    floorDepth,
    isBefore: (y: number, z: number) => view.isBefore(y, z),
  };
  const thrown = throwLight(cyclorama, light, colour);
  const seen = placeNodes(shape, floorDepth);
  const onIt = new Float64Array(seen.count * 3);
  addThrown(thrown, seen, onIt);
  const irradiance = lightNodes(seen, light, false).map((value, at) => value + onIt[at]!);
  const radiance = lightNodes(seen, light, true).map(
    (value, at) => ((value + onIt[at]!) * colour[(at % 3) as 0 | 1 | 2]) / Math.PI,
  );
  return {
    shape,
    colour,
    irradiance: Float32Array.from(irradiance),
    look: (x, y, z, rgb) => view.look(x, y, z, radiance, rgb),
  };
}
