import { type Material, MeshPhysicalMaterial } from 'three';
import type { LoadedModel } from './stage-model.ts';

/**
 * Glass is as deep on the stage as in its file: three.js scales a volume's thickness by the model's matrix, but not the
 * distance after which it has its colour (KHR_materials_volume counts both in the file's metres). Call when the model was
 * put on the stage or got another size there; its matrices must be up to date.
 */
export function scaleVolumes({ root, parts }: LoadedModel): void {
  const scale = root.matrixWorld.getMaxScaleOnAxis();
  for (const { mesh, fileMaterial } of parts) {
    setScale(fileMaterial, scale);
    setScale(mesh.material as Material, scale);
  }
}

function setScale(material: Material, scale: number): void {
  if (!(material instanceof MeshPhysicalMaterial)) return;
  const metres = metresOf(material);
  // Absent is Infinity, which three.js takes for 0 in a copy by way of JSON.
  if (metres > 0 && Number.isFinite(metres)) material.attenuationDistance = metres * scale;
}

/** As the file has it. It goes along with copies of a material. */
function metresOf(material: MeshPhysicalMaterial): number {
  const { userData } = material as { userData: { attenuationMetres?: number } };
  userData.attenuationMetres ??= material.attenuationDistance;
  return userData.attenuationMetres;
}
