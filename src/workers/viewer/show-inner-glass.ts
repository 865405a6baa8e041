import { Box3, DoubleSide, Mesh, MeshPhysicalMaterial, type Object3D } from 'three';

/** What fills a vessel may touch its wall: of the vessel's size. */
const TOLERANCE = 0.01;

/**
 * Has wine be seen in its bottle: through glass three.js shows what is opaque, and of other glass only backs that are drawn
 * (r187). What lies within other glass has its back drawn from now on.
 */
export function showInnerGlass(root: Object3D): void {
  root.updateMatrixWorld(true);
  const glass: { readonly material: MeshPhysicalMaterial; readonly box: Box3 }[] = [];
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !(object.material instanceof MeshPhysicalMaterial)) return;
    const { material } = object;
    if (material.transmission > 0) glass.push({ material, box: new Box3().setFromObject(object) });
  });
  for (const { material, box } of glass) {
    const isInside = glass.some((other) => other.box !== box && isWithin(box, other.box));
    if (isInside) material.side = DoubleSide;
  }
}

function isWithin(inner: Box3, outer: Box3): boolean {
  const room = TOLERANCE * outer.min.distanceTo(outer.max);
  return outer.clone().expandByScalar(room).containsBox(inner);
}
