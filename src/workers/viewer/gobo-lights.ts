import { Group, LinearSRGBColorSpace, Matrix4, SpotLight, Vector3, Vector4 } from 'three';
import type { GoboPattern } from '../../contract/scene/light-rig.ts';
import { frontOf, irradianceOf } from '../../tracer/light/area-light.ts';
import type { RigPlace } from '../../tracer/light/hang-lights.ts';
import type { AreaLight } from '../../tracer/scene.ts';
import { PICTURE_LAYER, PRODUCT_LAYER } from './capture-layers.ts';
import { drawGobo, type GoboTexture } from './gobo-texture.ts';
import { patchKeptLight } from './kept-light.ts';

type Patterned = AreaLight & { readonly gobo: NonNullable<AreaLight['gobo']> };

/** A spot light of three.js whose map is a pattern. */
class GoboLight extends SpotLight {
  /** From the group to where a ray from the middle of the light crosses the pattern, see `gobo-shader.ts`. */
  readonly toPattern = new Matrix4();
}

/**
 * The patterns before the lights of the stage. The sky has these lights as if there were none; here is what of them does not
 * arrive.
 */
export class GoboLights {
  readonly group = new Group();
  readonly #drawn = new Map<GoboPattern, GoboTexture>();
  #lights: readonly GoboLight[] = [];

  constructor() {
    patchKeptLight();
  }

  /** @param lights As they hang around a product of radius 1 at the origin, before a camera on +Z. */
  hang(lights: readonly AreaLight[]): void {
    const patterned = lights.filter((light): light is Patterned => light.gobo !== undefined);
    for (const light of this.#lights.slice(patterned.length)) {
      this.group.remove(light, light.target);
      light.dispose();
    }
    this.#lights = patterned.map((light, i) => this.#set(this.#lights[i] ?? this.#add(), light));
  }

  /** @param turn Of the camera about the vertical, radians from +Z towards +X. */
  place({ middle, radius }: RigPlace, turn: number): void {
    this.group.position.fromArray(middle);
    this.group.scale.setScalar(radius);
    this.group.rotation.y = turn;
  }

  dispose(): void {
    this.hang([]);
    for (const { texture } of this.#drawn.values()) texture.dispose();
  }

  #add(): GoboLight {
    const light = new GoboLight();
    for (const layer of [PICTURE_LAYER, PRODUCT_LAYER]) light.layers.enable(layer);
    light.shadow.updateMatrices = () => {
      light.shadow.matrix.copy(this.group.matrixWorld).invert().premultiply(light.toPattern);
    };
    this.group.add(light, light.target);
    return light;
  }

  #set(light: GoboLight, { gobo, ...hung }: Patterned): GoboLight {
    const { centre, radiance } = hung;
    const { texture, side, middle } = this.#textureOf(gobo.pattern);
    const front = frontOf(hung);
    const [r, g, b] = radiance.map(
      (value) => value * irradianceOf(hung, ORIGIN, turned(front), Number.NEGATIVE_INFINITY),
    );
    light.map = texture;
    light.position.fromArray(centre);
    light.color.setRGB(r ?? 0, g ?? 0, b ?? 0, LinearSRGBColorSpace);
    // What is no spot has no use for a range, a decay and a cone: the shader reads other numbers there.
    light.angle = Math.acos(1 / (1 + Math.hypot(...centre)));
    const inPictures = 1 / (gobo.half * side);
    const [right, up] = [new Vector3(...hung.right), new Vector3(...hung.up)];
    light.distance = right.length() * inPictures;
    light.decay = up.length() * inPictures;
    const away = plane(new Vector3(...front), centre);
    const across = (axis: Vector3) =>
      plane(axis.setLength(gobo.reach * inPictures), centre).add(away.clone().multiplyScalar(middle));
    const [x, y] = [across(right), across(up)];
    light.toPattern.set(...x.toArray(), ...y.toArray(), 0, 0, 0, gobo.reach, ...away.toArray());
    return light;
  }

  #textureOf(pattern: GoboPattern): GoboTexture {
    const drawn = this.#drawn.get(pattern) ?? drawGobo(pattern);
    this.#drawn.set(pattern, drawn);
    return drawn;
  }
}

const ORIGIN = [0, 0, 0] as const;

function turned([x, y, z]: readonly [number, number, number]): [number, number, number] {
  return [-x, -y, -z];
}

/** What gives how far a point lies along an axis from another: its dot product with the point and 1. */
function plane(axis: Vector3, from: readonly [number, number, number]): Vector4 {
  return new Vector4(axis.x, axis.y, axis.z, -axis.dot(new Vector3(...from)));
}
