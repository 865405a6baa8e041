import {
  LinearMipmapLinearFilter,
  type Material,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { assignParts } from '../../contract/assign-parts.ts';
import type { StageDressing } from '../../contract/viewer-api.ts';
import { chooseAnisotropy } from './choose-anisotropy.ts';
import { decodeTexture, releaseTexture } from './decode-texture.ts';
import type { LoadedModel, ModelPart } from './stage-model.ts';
import type { Cloth } from './triplanar-material.ts';
import { makeWorn, wearDressing } from './wear-dressing.ts';

/** Keeps wood grain sharp on slanted faces; above 8 nothing more is seen. */
const ANISOTROPY = 8;

type Dressing = StageDressing['dressing'];

/** Dresses the parts of one model, and gives the file's materials back where nothing is said. */
export class Wardrobe {
  readonly #model: LoadedModel;
  readonly #renderer: WebGLRenderer;
  /** Dressed materials by the file's material they stand in for and their number on the stage. */
  readonly #dressed = new Map<string, Material>();
  readonly #textures = new Map<string, Promise<Texture>>();

  constructor(model: LoadedModel, renderer: WebGLRenderer) {
    this.#model = model;
    this.#renderer = renderer;
  }

  /**
   * Puts on exactly these dressings.
   *
   * @throws AppError `image-unreadable`; nothing has changed then.
   */
  async dress(dressings: readonly StageDressing[]): Promise<void> {
    const wanted = new Map<number, { dressing: Dressing; cloth: Cloth | null }>();
    const used = new Set<string>();
    for (const one of dressings) {
      const { dressing } = one;
      wanted.set(dressing.materialIndex, { dressing, cloth: await this.#cloth(one, used) });
    }
    const numberOf = assignParts(dressings.map(({ dressing }) => dressing));
    const worn = new Set<Material>();
    for (const part of this.#model.parts) {
      const { hasSurface, nodeIndex, fileIndex } = part;
      part.materialIndex = hasSurface ? numberOf(nodeIndex, fileIndex) : fileIndex;
      const wish = hasSurface ? wanted.get(part.materialIndex) : undefined;
      if (wish === undefined) {
        this.#put(part, part.fileMaterial);
        continue;
      }
      const material = this.#material(part.fileMaterial, wish.dressing, wish.cloth);
      worn.add(material);
      this.#put(part, material);
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
  }

  dispose(): void {
    for (const material of this.#dressed.values()) material.dispose();
    for (const texture of this.#textures.values()) texture.then(releaseTexture, () => undefined);
    this.#dressed.clear();
    this.#textures.clear();
  }

  /** What blends casts no shadow, as in the file. */
  #put({ mesh, hasSurface }: ModelPart, material: Material): void {
    mesh.material = material;
    const castsShadow = hasSurface && !material.transparent;
    if (mesh.castShadow === castsShadow) return;
    mesh.castShadow = castsShadow;
    this.#renderer.shadowMap.needsUpdate = true;
  }

  /** A material of the right kind for one of the file's, kept from call to call so that a slider recompiles nothing. */
  #material(file: Material, dressing: Dressing, cloth: Cloth | null): Material {
    const key = `${file.uuid} ${dressing.materialIndex}`;
    const known = this.#dressed.get(key);
    const kind = dressing.kind === 'library' && cloth === null ? 'plain' : dressing.kind;
    const material = known?.userData.dressing === kind ? known : makeWorn(file, kind, this.#model.root);
    if (known !== undefined && known !== material) known.dispose();
    material.userData.dressing = kind;
    this.#dressed.set(key, material);
    wearDressing(material, file, dressing, cloth);
    return material;
  }

  /** @param used Gets the keys of the textures it is made of. */
  async #cloth({ dressing, texture, maps }: StageDressing, used: Set<string>): Promise<Cloth | null> {
    if (dressing.kind !== 'library' || texture === null) return null;
    const load = async (hash: string | null | undefined, image: Blob | null | undefined) =>
      hash == null || image == null ? null : this.#texture(hash, image, false, used);
    return {
      colour: await this.#texture(dressing.textureHash, texture, true, used),
      normal: await load(dressing.maps?.normalHash, maps?.normal),
      roughness: await load(dressing.maps?.roughnessHash, maps?.roughness),
    };
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
        return texture;
      },
    );
    this.#textures.set(key, decoding);
    decoding.catch(() => this.#textures.delete(key));
    return decoding;
  }
}
