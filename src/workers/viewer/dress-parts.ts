import {
  LinearMipmapLinearFilter,
  type Material,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { assignParts } from '../../contract/scene/assign-parts.ts';
import type { StageDressing } from '../../contract/stage.ts';
import { applyDressing, makeReplacement } from './apply-dressing.ts';
import { chooseAnisotropy } from './choose-anisotropy.ts';
import { decodeTexture, releaseTexture } from './decode-texture.ts';
import type { StageLabels } from './stage-labels.ts';
import type { LoadedModel } from './stage-model.ts';
import type { LibraryTextures } from './triplanar-material.ts';

/** Keeps wood grain sharp on slanted faces; above 8 nothing more is seen. */
const ANISOTROPY = 8;

type Wish = Pick<StageDressing, 'dressing' | 'meanwhile'> & { readonly cloth: LibraryTextures | null };

/** Applies dressings (material replacements) to the parts of one model; parts without one get the file's material. */
export class Dresser {
  readonly #model: LoadedModel;
  readonly #renderer: WebGLRenderer;
  readonly #labels: StageLabels;
  /** Replacement materials, by the file's material they replace and the material's number on the stage. */
  readonly #dressed = new Map<string, Material>();
  readonly #textures = new Map<string, Promise<Texture>>();
  /** JSON of the dressings that were applied last, and of what the labels may lie on. */
  #worn = '[[],[]]';

  /** @param labels Told before what they are; freed by their owner. */
  constructor(model: LoadedModel, renderer: WebGLRenderer, labels: StageLabels) {
    this.#model = model;
    this.#renderer = renderer;
    this.#labels = labels;
  }

  /**
   * Puts on exactly these dressings.
   *
   * @returns False when they are on already.
   * @throws AppError `image-unreadable`; nothing has changed then.
   */
  async dress(dressings: readonly StageDressing[]): Promise<boolean> {
    const targets = this.#labels.labels.map(({ target }) => target);
    const brief = JSON.stringify([dressings, targets], (_key, value: unknown) =>
      value instanceof Blob ? 0 : value,
    );
    if (brief === this.#worn) return false;
    const used = new Set<string>();
    const cloths = await Promise.all(dressings.map((one) => this.#cloth(one, used)));
    const wanted = new Map(
      dressings.map((one, index) => [one.dressing.materialIndex, { ...one, cloth: cloths[index] ?? null }]),
    );
    const numberOf = assignParts(dressings.map(({ dressing }) => dressing));
    const worn = new Set<Material>();
    for (const part of this.#model.parts) {
      const { hasSurface, nodeIndex, fileIndex } = part;
      part.materialIndex = hasSurface ? numberOf(nodeIndex, fileIndex) : fileIndex;
      const wish = hasSurface ? wanted.get(part.materialIndex) : undefined;
      const mask = this.#labels.maskOf(part);
      if (wish === undefined && mask === 0) {
        part.mesh.material = part.fileMaterial;
        continue;
      }
      const material = this.#material(part.fileMaterial, wish ?? asInFile(part.materialIndex), mask);
      worn.add(material);
      part.mesh.material = material;
    }
    for (const [key, material] of this.#dressed) {
      if (worn.has(material)) continue;
      material.dispose();
      this.#dressed.delete(key);
    }
    for (const [key, texture] of this.#textures) {
      if (used.has(key)) continue;
      this.#textures.delete(key);
      texture.then(releaseTexture, () => undefined);
    }
    this.#worn = brief;
    return true;
  }

  dispose(): void {
    for (const material of this.#dressed.values()) material.dispose();
    for (const texture of this.#textures.values()) texture.then(releaseTexture, () => undefined);
    this.#dressed.clear();
    this.#textures.clear();
  }

  /** A material of the right kind for one of the file's, kept from call to call so that a slider recompiles nothing. */
  #material(file: Material, { dressing, cloth, meanwhile }: Wish, mask: number): Material {
    const key = `${file.uuid} ${dressing.materialIndex} ${mask}`;
    const known = this.#dressed.get(key);
    const kind = dressing.kind === 'library' && cloth === null ? 'plain' : dressing.kind;
    const material =
      known?.userData.dressing === kind ? known : makeReplacement(file, kind, this.#model.root);
    if (known !== undefined && known !== material) known.dispose();
    if (known !== material && mask !== 0) this.#labels.wear(material, mask);
    material.userData.dressing = kind;
    this.#dressed.set(key, material);
    applyDressing(material, file, dressing, cloth, meanwhile);
    return material;
  }

  /** @param used Gets the keys of the textures it is made of. */
  async #cloth(
    { dressing, texture, maps }: StageDressing,
    used: Set<string>,
  ): Promise<LibraryTextures | null> {
    if (dressing.kind !== 'library' || texture === null) return null;
    const load = async (hash: string | null | undefined, image: Blob | null | undefined) =>
      hash == null || image == null ? null : this.#texture(hash, image, false, used);
    const [colour, normal, roughness] = await Promise.all([
      this.#texture(dressing.textureHash, texture, true, used),
      load(dressing.maps?.normalHash, maps?.normal),
      load(dressing.maps?.roughnessHash, maps?.roughness),
    ]);
    return { colour, normal, roughness };
  }

  #texture(hash: string, image: Blob, isSrgb: boolean, used: Set<string>): Promise<Texture> {
    const key = `${hash} ${isSrgb}`;
    used.add(key);
    const known = this.#textures.get(key);
    if (known !== undefined) return known;
    const decoding = decodeTexture(image, hash, this.#renderer.capabilities.maxTextureSize).then(
      (texture) => {
        texture.colorSpace = isSrgb ? SRGBColorSpace : NoColorSpace;
        texture.wrapS = texture.wrapT = RepeatWrapping;
        texture.minFilter = LinearMipmapLinearFilter;
        texture.anisotropy = chooseAnisotropy(this.#renderer, ANISOTROPY);
        // One task each, as they come from their decoding: the frame that shows them uploads none.
        this.#renderer.initTexture(texture);
        return texture;
      },
    );
    this.#textures.set(key, decoding);
    decoding.catch(() => this.#textures.delete(key));
    return decoding;
  }
}

/** A material of the file as it is, for parts that wear labels and no dressing. */
function asInFile(materialIndex: number): Wish {
  return {
    dressing: { kind: 'adjusted', materialIndex, colour: null, metalness: null, roughness: null },
    cloth: null,
  };
}
