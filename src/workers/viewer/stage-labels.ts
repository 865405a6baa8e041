import {
  LinearMipmapLinearFilter,
  type Material,
  type Object3D,
  SRGBColorSpace,
  type Texture,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three';
import { LABELS_MAX } from '../../contract/constants.ts';
import { frameLabel, LABEL_FINISHES, type Label, labelMask } from '../../contract/scene/label.ts';
import type { StageLabel } from '../../contract/stage.ts';
import { chooseAnisotropy } from './choose-anisotropy.ts';
import { decodeTexture, releaseTexture } from './decode-texture.ts';
import { type LabelledShader, LabelPlacement, type LabelUniforms, wearLabels } from './label-material.ts';
import type { ModelPart } from './stage-model.ts';
import { TriplanarMaterial } from './triplanar-material.ts';

/** Print is read at a slant, too. */
const ANISOTROPY = 16;
/** Reads of pictures besides a material's own maps: what it mirrors, what it sees of the sky, and how much of it it gives back. */
const OTHER_READS = 3;

/** The labels of one model on the stage: their pictures, and where they lie. */
export class StageLabels {
  readonly #renderer: WebGLRenderer;
  readonly #placement: LabelPlacement;
  readonly #slots = Array.from({ length: LABELS_MAX }, makeUniforms);
  readonly #textures = new Map<string, Promise<Texture>>();
  #labels: Label[] = [];

  /** @param root The normalised model. */
  constructor(root: Object3D, renderer: WebGLRenderer) {
    this.#renderer = renderer;
    this.#placement = new LabelPlacement(root);
  }

  get labels(): readonly Label[] {
    return this.#labels;
  }

  /**
   * Shows these labels wherever {@link wear} has put them. One whose picture has not come is not seen.
   *
   * @throws AppError `image-unreadable`; nothing has changed then.
   */
  async update(wanted: readonly StageLabel[]): Promise<void> {
    const labels = wanted.slice(0, LABELS_MAX);
    const textures = await Promise.all(
      labels.map(({ label, image }) => (image === null ? null : this.#texture(label.imageHash, image))),
    );
    this.#labels = labels.map(({ label }) => label);
    this.#slots.forEach((slot, index) => {
      slot.map.value = textures[index] ?? null;
      const label = this.#labels[index];
      if (label !== undefined) this.place(index, label);
      else slot.place.value.opacity = 0;
    });
    const used = new Set<string>(this.#labels.map(({ imageHash }) => imageHash));
    for (const [hash, texture] of this.#textures) {
      if (used.has(hash)) continue;
      this.#textures.delete(hash);
      texture.then(releaseTexture, () => undefined);
    }
  }

  /** Moves one label at once, until the next {@link update}. */
  place(index: number, label: Label): void {
    const slot = this.#slots[index];
    if (slot === undefined || index >= this.#labels.length) return;
    this.#labels[index] = label;
    const place = slot.place.value;
    const { width, height, rotationRadians, projection, finish } = label;
    const frame = frameLabel(label);
    place.origin.fromArray(frame.origin);
    place.right.fromArray(frame.right);
    place.up.fromArray(frame.up);
    place.out_.fromArray(frame.normal);
    const [c, s] = [Math.cos(rotationRadians), Math.sin(rotationRadians)];
    place.toPicture.set(c / width, s / width, s / height, -c / height);
    place.depth = label.depth;
    place.radius = projection === 'wrapped' ? label.radius : 0;
    // Without its picture three.js would read a black one.
    place.opacity = slot.map.value === null ? 0 : label.opacity;
    place.finish = LABEL_FINISHES.indexOf(finish);
    place.hidesPart = label.hasUnderprint || finish === 'foil';
  }

  /** Which labels may lie on a part: bit i is label i. */
  maskOf({ hasSurface, nodeIndex, fileIndex }: ModelPart): number {
    return hasSurface ? labelMask(this.#labels, nodeIndex, fileIndex) : 0;
  }

  /** @param material Of parts with this mask alone. */
  wear(material: Material, mask: number): void {
    const all = this.#slots.flatMap((slot, index) => (mask & (1 << index) ? [[index, slot] as const] : []));
    // A card reads so many pictures for a surface and no more; of a shader that asks for more nothing is drawn. Lamps, patterns,
    // profiles and the shadows that they throw come and go, and three.js compiles anew then.
    const roomOf = ({ numSpotLightMaps, transmission }: LabelledShader): number =>
      this.#renderer.capabilities.maxTextures -
      (countMaps(material) + OTHER_READS + numSpotLightMaps + (transmission ? 1 : 0));
    wearLabels(material, new Map(all), this.#placement, roomOf);
  }

  dispose(): void {
    for (const texture of this.#textures.values()) texture.then(releaseTexture, () => undefined);
    this.#textures.clear();
  }

  #texture(hash: string, image: Blob): Promise<Texture> {
    const known = this.#textures.get(hash);
    if (known !== undefined) return known;
    const decoding = decodeTexture(image, hash, this.#renderer.capabilities.maxTextureSize).then(
      (texture) => {
        texture.colorSpace = SRGBColorSpace;
        texture.minFilter = LinearMipmapLinearFilter;
        texture.anisotropy = chooseAnisotropy(this.#renderer, ANISOTROPY);
        this.#renderer.initTexture(texture);
        return texture;
      },
    );
    this.#textures.set(hash, decoding);
    decoding.catch(() => this.#textures.delete(hash));
    return decoding;
  }
}

function makeUniforms(): LabelUniforms {
  const place = {
    origin: new Vector3(),
    right: new Vector3(1, 0, 0),
    up: new Vector3(0, 1, 0),
    out_: new Vector3(0, 0, 1),
    toPicture: new Vector4(),
    depth: 0,
    radius: 0,
    opacity: 0,
    finish: 0,
    hidesPart: false,
  };
  return { map: { value: null }, place: { value: place } };
}

function countMaps(material: Material): number {
  const own = Object.values(material).filter(
    (value) => (value as Partial<Texture> | null)?.isTexture === true,
  );
  return own.length + (material instanceof TriplanarMaterial ? material.mapCount : 0);
}
