import { AppError } from '../../../contract/failure.ts';
import type { MissingFile } from '../../../contract/model-report.ts';
import { type JsonObject, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { CompanionFinder } from '../gltf/find-companion.ts';
import { baseName } from '../gltf/find-companion.ts';
import { listImageUses } from '../gltf/list-image-uses.ts';
import { convertImage } from '../pictures/convert-image.ts';
import { listOf, packBuffers } from './pack-buffers.ts';
import { packImages } from './pack-images.ts';
import { packProfiles } from './pack-profiles.ts';
import { createBinaryBuilder, writeGlb } from './write-glb.ts';

/**
 * Makes one GLB of a glTF document and what it names. Geometry, pictures and light profiles keep their bytes, whatever compresses
 * them; the rest of the document stays as it is.
 *
 * @param document Parsed, not yet checked.
 * @param binary The BIN chunk of a GLB that names further files.
 * @throws AppError `model-incomplete` without a buffer, `model-unreadable`, `file-too-large`.
 */
export async function packGltf(
  document: JsonObject,
  binary: Blob | null,
  path: string,
  companions: CompanionFinder,
): Promise<Blob> {
  const name = baseName(path);
  const chunk = createBinaryBuilder(name);
  const plan = await packBuffers(document, binary, path, companions, chunk);
  if (plan.missing.length > 0) {
    const missing = [...plan.missing.map(describeBuffer), ...listMissingImages(document, path, companions)];
    throw new AppError({ code: 'model-incomplete', name, missing });
  }
  const firstView = listOf(document.bufferViews, 'bufferViews').length;
  const pictures = await packImages(
    document,
    firstView,
    path,
    companions,
    convertImage,
    chunk,
    plan.readView,
  );
  const nextView = firstView + pictures.bufferViews.length;
  const profiles = await packProfiles(document, nextView, path, companions, chunk);
  const { buffers, bufferViews, extensionsRequired } = plan.finish();
  const views = [...bufferViews, ...pictures.bufferViews, ...profiles.bufferViews];
  return writeGlb(
    {
      ...document,
      ...(buffers.length > 0 ? { buffers } : {}),
      ...(views.length > 0 ? { bufferViews: views } : {}),
      ...(pictures.images.length > 0 ? { images: pictures.images } : {}),
      ...(profiles.bufferViews.length > 0 ? { extensions: profiles.extensions } : {}),
      ...(extensionsRequired.length > 0 ? { extensionsRequired } : {}),
    },
    chunk,
  );
}

function describeBuffer(uri: string): MissingFile {
  return { uri, use: 'buffer', role: null, materials: [] };
}

function listMissingImages(document: JsonObject, path: string, companions: CompanionFinder): MissingFile[] {
  const uses = listImageUses(document);
  return listOf(document.images, 'images').flatMap((image, index) => {
    const uri = textOf(objectOf(image).uri);
    if (uri === '' || /^data:/i.test(uri)) return [];
    const { kind } = companions.find(path, uri);
    if (kind === 'found' || kind === 'refused') return [];
    return [{ uri: uri.slice(0, 200), use: 'image' as const, ...uses(index) }];
  });
}
