import { Color, type Material, MeshStandardMaterial, type Object3D } from 'three';
import { AVERAGE_COLOUR } from '../../contract/constants.ts';
import type { MaterialDressing } from '../../contract/scene/material-dressing.ts';
import { type LibraryTextures, TriplanarMaterial } from './triplanar-material.ts';

type Kind = MaterialDressing['kind'];
/** Unlit materials, points and lines have a colour and no more. */
type Surface = Material &
  Partial<
    Pick<
      MeshStandardMaterial,
      | 'color'
      | 'metalness'
      | 'roughness'
      | 'emissive'
      | 'emissiveIntensity'
      | 'normalScale'
      | 'aoMapIntensity'
    >
  >;

/** Colour of a texture whose mean colour is not known: middle grey. */
const UNKNOWN_TEXTURE_COLOUR = AVERAGE_COLOUR.nothing;

/** Default properties of a material that replaces one of the file's. */
const DEFAULT_SURFACE: Surface = new MeshStandardMaterial();

/** A material that can wear a dressing of this kind in place of one of the file's. */
export function makeReplacement(file: Material, kind: Kind, root: Object3D): Material {
  if (kind === 'adjusted') return file.clone();
  const surface = {
    side: file.side,
    flatShading: file instanceof MeshStandardMaterial && file.flatShading,
    name: file.name,
  };
  return kind === 'plain' ? new MeshStandardMaterial(surface) : new TriplanarMaterial(surface, root);
}

/**
 * Puts a dressing on a material that {@link makeReplacement} made for it; whatever it wore before comes off.
 *
 * @param meanwhile `#rrggbb` that stands for a cloth which is still to come.
 */
export function applyDressing(
  worn: Material,
  file: Material,
  dressing: MaterialDressing,
  cloth: LibraryTextures | null,
  meanwhile?: string,
): void {
  const base: Surface = dressing.kind === 'adjusted' ? file : DEFAULT_SURFACE;
  const target: Surface = worn;
  if (base.color !== undefined) target.color?.copy(base.color);
  if (dressing.colour !== null) target.color?.set(dressing.colour);
  if (dressing.kind === 'library' && cloth === null)
    target.color?.multiply(new Color(meanwhile ?? UNKNOWN_TEXTURE_COLOUR));
  if (base.metalness !== undefined) target.metalness = dressing.metalness ?? base.metalness;
  if (base.roughness !== undefined) target.roughness = dressing.roughness ?? base.roughness;
  finish(target, base, dressing.finish ?? {});
  if (dressing.kind !== 'library' || cloth === null || !(worn instanceof TriplanarMaterial)) return;
  const normalScale = dressing.finish?.normalScale ?? 1;
  const { tileSize, rotationRadians, bumpHeight } = dressing;
  worn.lay(cloth, { tileSize, rotationRadians, bumpHeight: bumpHeight * normalScale, normalScale });
}

function finish(target: Surface, base: Surface, wanted: NonNullable<MaterialDressing['finish']>): void {
  const { emissive, emissiveIntensity, normalScale, aoMapIntensity, opacity } = wanted;
  if (base.emissive !== undefined) target.emissive?.copy(base.emissive);
  if (emissive !== undefined) target.emissive?.set(emissive);
  if (base.emissiveIntensity !== undefined)
    target.emissiveIntensity = emissiveIntensity ?? base.emissiveIntensity;
  if (base.normalScale !== undefined) target.normalScale?.copy(base.normalScale);
  if (normalScale !== undefined) {
    target.normalScale?.set(normalScale, isTurned(base) ? -normalScale : normalScale);
  }
  if (base.aoMapIntensity !== undefined) target.aoMapIntensity = aoMapIntensity ?? base.aoMapIntensity;
  target.opacity = opacity ?? base.opacity;
  // As in glTF: below 1 it blends, also what the file cuts out; at 1 it is as solid as in the file.
  const isBlended = opacity !== undefined && opacity < 1;
  const transparent = base.transparent || isBlended;
  if (target.transparent !== transparent) target.needsUpdate = true;
  target.transparent = transparent;
  target.alphaTest = isBlended ? 0 : base.alphaTest;
}

/** Whether GLTFLoader has turned y round, as it does where a file has no tangents; of no relief at all -0 tells of it. */
function isTurned({ normalScale }: Surface): boolean {
  return normalScale !== undefined && !Object.is(normalScale.x, normalScale.y);
}
