import {
  DirectionalLight,
  Group,
  LinearSRGBColorSpace,
  type Object3D,
  PointLight,
  SpotLight,
  Vector3,
} from 'three';
import { FILE_LIGHTS_BEFORE, type FileLights } from '../../contract/scene/file-lights.ts';
import { placeFileLights } from '../../tracer/light/place-file-lights.ts';
import { isBelowFloor, reachPoint } from '../../tracer/light/punctual-light.ts';
import type { FileLight } from '../../tracer/light/read-file-lights.ts';
import type { PunctualLight } from '../../tracer/scene.ts';
import { PICTURE_LAYER, PRODUCT_LAYER } from './capture-layers.ts';
import { patchLightFalloff } from './light-falloff.ts';
import { isShown } from './pick-part.ts';
import { acrossDirection } from './profile-shader.ts';
import { drawProfiles, type ProfileTexture } from './profile-texture.ts';
import type { LoadedModel } from './stage-model.ts';

type Triple = readonly [number, number, number];
/** Of the light on the floor that its sky knows: small moves leave that as it is. */
const FLOOR_STEP = 0.01;
/** Decay of a light with a profile, of which the columns of its table are taken, see `profile-shader.ts`. */
const PROFILED = -1;

/** Lights of the file on the stage, where they shine, by the tracer's numbers. As all light there they throw no shadow. */
export class ModelLights {
  readonly group = new Group();
  /** Behind all other lights in the scene: what it holds brings the last of the maps, see `light-falloff.ts`. */
  readonly profiles = new Group();
  #told: FileLights = FILE_LIGHTS_BEFORE;
  #read: { readonly model: LoadedModel; readonly key: string; readonly lights: readonly FileLight[] } | null =
    null;
  #kinds = '';
  #drawn: ProfileTexture | null = null;

  constructor() {
    patchLightFalloff();
  }

  /** @returns Whether it is another light now. */
  tell(told: FileLights): boolean {
    const before = this.#told;
    this.#told = told;
    return before.isOn !== told.isOn || (told.isOn && before.strength !== told.strength);
  }

  /**
   * Puts the lights where the model has them. Before every drawing.
   *
   * @param floorY Hides what is below it; NaN for none.
   */
  place(model: LoadedModel | null, floorY: number): void {
    const lights = this.#list(model);
    const kinds = lights.map(kindOf).join();
    if (kinds !== this.#kinds) {
      this.#kinds = kinds;
      this.#clear(this.group);
      for (const light of lights) this.#add(light);
    }
    this.#drawProfiles(lights);
    const lamps = this.group.children.filter((object) => 'isLight' in object);
    for (const [i, light] of lights.entries()) aim(lamps[i], light, isBelowFloor(light, floorY), this.#drawn);
  }

  /**
   * The directional light that {@link ModelLights.place} put first.
   *
   * @returns Null where none shines above the floor.
   */
  brightestFar(model: LoadedModel | null, floorY: number): PunctualLight | null {
    const far = this.#list(model).find(({ isFar }) => isFar);
    return far === undefined || isBelowFloor(far, floorY) ? null : far;
  }

  /** Irradiance over pi at a place of the floor, with nothing in the way. */
  lightOfFloor(model: LoadedModel | null, place: Triple): Triple {
    const sum: [number, number, number] = [0, 0, 0];
    for (const light of this.#list(model)) {
      const reached = isBelowFloor(light, place[1]) ? null : reachPoint(light, place);
      if (reached === null || reached.to[1] <= 0) continue;
      for (const k of [0, 1, 2] as const)
        sum[k] += (light.irradiance[k] * reached.share * reached.to[1]) / Math.PI;
    }
    const [r, g, b] = sum.map((value) => Math.round(value / FLOOR_STEP) * FLOOR_STEP);
    return [r ?? 0, g ?? 0, b ?? 0];
  }

  dispose(): void {
    this.#clear(this.group);
    this.#drawProfiles([]);
  }

  #clear(group: Group): void {
    for (const object of [...group.children]) {
      object.removeFromParent();
      if ('dispose' in object) (object as PointLight).dispose();
    }
  }

  #drawProfiles(lights: readonly PunctualLight[]): void {
    const tables = new Set(lights.flatMap(({ profile }) => (profile ? [profile.table] : [])));
    const known = this.#drawn?.firstRows;
    if (tables.size === (known?.size ?? 0) && [...tables].every((table) => known?.has(table))) return;
    this.#clear(this.profiles);
    this.#drawn?.texture.dispose();
    this.#drawn = tables.size > 0 ? drawProfiles(tables) : null;
    if (this.#drawn === null) return;
    const bearer = new SpotLight(0);
    bearer.map = this.#drawn.texture;
    bearer.decay = PROFILED;
    bearer.shadow.updateMatrices = () => undefined;
    for (const layer of [PICTURE_LAYER, PRODUCT_LAYER]) bearer.layers.enable(layer);
    this.profiles.add(bearer, bearer.target);
  }

  #list(model: LoadedModel | null): PunctualLight[] {
    if (!this.#told.isOn || model === null) return [];
    model.root.updateWorldMatrix(true, false);
    return placeFileLights(this.#lightsOf(model), model.root.matrixWorld.elements, (index) => {
      const node = model.nodes.get(index);
      if (node === undefined || !isShown(node)) return undefined;
      node.updateWorldMatrix(true, false);
      return node.matrixWorld.elements;
    });
  }

  #lightsOf(model: LoadedModel): readonly FileLight[] {
    model.root.updateMatrix();
    const normalisation = model.root.matrix.elements;
    const key = `${normalisation.join()} ${this.#told.strength}`;
    if (this.#read?.model !== model || this.#read.key !== key)
      this.#read = { model, key, lights: model.readLights(normalisation, this.#told.strength) };
    return this.#read.lights;
  }

  #add(light: PunctualLight): void {
    const kind = kindOf(light);
    const lamp =
      kind === 'far' ? new DirectionalLight() : kind === 'point' ? new PointLight() : new SpotLight();
    for (const layer of [PICTURE_LAYER, PRODUCT_LAYER]) lamp.layers.enable(layer);
    this.group.add(lamp);
    if (!(lamp instanceof PointLight)) this.group.add(lamp.target);
  }
}

function kindOf({ isFar, cone, profile }: PunctualLight): 'far' | 'spot' | 'profile' | 'point' {
  if (isFar) return 'far';
  if (profile) return 'profile';
  return cone === null ? 'point' : 'spot';
}

function aim(
  lamp: Object3D | undefined,
  light: PunctualLight,
  isHidden: boolean,
  drawn: ProfileTexture | null,
): void {
  const isLamp = lamp instanceof DirectionalLight || lamp instanceof SpotLight || lamp instanceof PointLight;
  if (!isLamp) return;
  const [r, g, b] = isHidden ? ([0, 0, 0] as const) : light.irradiance;
  lamp.color.setRGB(r, g, b, LinearSRGBColorSpace);
  lamp.position.fromArray(lamp instanceof DirectionalLight ? [0, 0, 0] : light.position);
  if (!(lamp instanceof DirectionalLight)) lamp.distance = Number.isFinite(light.range) ? light.range : 0;
  if (!(lamp instanceof PointLight)) {
    const [x, y, z] = light.direction;
    lamp.target.position.copy(lamp.position);
    lamp.target.position.x += x;
    lamp.target.position.y += y;
    lamp.target.position.z += z;
  }
  if (lamp instanceof SpotLight && light.profile) turnProfile(lamp, light.direction, light.profile, drawn);
  if (!(lamp instanceof SpotLight) || light.cone === null) return;
  const outer = -light.cone.offset / light.cone.scale;
  lamp.angle = Math.acos(Math.min(1, outer));
  const inner = Math.acos(Math.min(1, outer + 1 / light.cone.scale));
  lamp.penumbra = lamp.angle > 0 ? 1 - inner / lamp.angle : 0;
}

/** Tells the shader where the table of a light is, and how it is turned. */
function turnProfile(
  lamp: SpotLight,
  direction: Triple,
  { table, right }: NonNullable<PunctualLight['profile']>,
  drawn: ProfileTexture | null,
): void {
  const first = new Vector3(...acrossDirection(direction));
  const second = new Vector3(...direction).cross(first);
  const across = new Vector3(...right);
  const turn = Math.atan2(across.dot(second), across.dot(first)) + 2 * Math.PI;
  lamp.distance = drawn?.firstRows.get(table) ?? 0;
  lamp.decay = PROFILED - table.columns;
  lamp.angle = turn;
  lamp.penumbra = Math.PI / 2 / turn;
}
