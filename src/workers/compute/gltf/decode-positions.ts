import { GLB_BUFFER, type ILogger, type JSONDocument, WebIO } from '@gltf-transform/core';
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import type { AccessorValues } from '../../../tracer/gltf/accessor-values.ts';
import { objectOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfPrimitive } from '../../../tracer/gltf/gltf-json.ts';
import { forTransform } from '../../../tracer/gltf/mend-document.ts';
import { readFloats } from '../../../tracer/gltf/read-accessor.ts';
import type { GlbContents } from '../../../tracer/gltf/read-glb.ts';
import type { ExportDecoders } from './bake-textures.ts';

const SILENT: ILogger = { debug() {}, info() {}, warn() {}, error() {} };
const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = 'EXT_meshopt_compression';
const UNDERSTOOD = new Set([DRACO, MESHOPT, 'KHR_mesh_quantization']);

/**
 * Unpacks the positions of a model and of its morph targets, by accessor: 0.2 s for 200,000 vertices of Draco.
 *
 * @throws Error for data that a decoder refuses.
 */
export async function decodePositions(
  contents: GlbContents,
  decoders: ExportDecoders,
): Promise<ReadonlyMap<number, AccessorValues>> {
  const { binary } = contents;
  const json = forTransform(contents.json);
  const extensions = (json.extensionsUsed ?? []).filter((name) => UNDERSTOOD.has(name));
  const io = new WebIO()
    .setLogger(SILENT)
    .registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization]);
  if (extensions.includes(DRACO)) io.registerDependencies({ 'draco3d.decoder': await decoders.draco() });
  if (extensions.includes(MESHOPT)) io.registerDependencies({ 'meshopt.decoder': await decoders.meshopt() });
  const { asset, buffers, bufferViews, accessors, meshes = [] } = json;
  // Geometry alone: pictures may be missing, and nobody asks for the rest.
  const shapes = meshes.map(({ primitives = [] }) => ({
    primitives: primitives.map(({ attributes, indices, mode, targets, extensions: own }) => {
      const draco = objectOf(own)[DRACO];
      return {
        attributes,
        indices,
        mode,
        targets,
        ...(draco === undefined ? {} : { extensions: { [DRACO]: draco } }),
      };
    }),
  }));
  const geometry = { asset, buffers, bufferViews, accessors, meshes: shapes, extensionsUsed: extensions };
  const document = await io.readJSON({
    json: geometry as unknown as JSONDocument['json'],
    resources: binary === null ? {} : { [GLB_BUFFER]: binary as Uint8Array<ArrayBuffer> },
  });
  const unpacked = document.getRoot().listAccessors();
  const positions = new Set(meshes.flatMap(({ primitives = [] }) => primitives.flatMap(positionsOf)));
  const values = new Map<number, AccessorValues>();
  for (const index of positions) {
    const accessor = unpacked[index];
    if (accessor === undefined) continue;
    const floats = readFloats(accessor, 3);
    values.set(index, {
      count: accessor.getCount(),
      get: (element, component) => floats[element * 3 + component] ?? 0,
    });
  }
  return values;
}

function positionsOf({ attributes, targets = [] }: GltfPrimitive): number[] {
  return [attributes, ...targets].map((from) => from?.POSITION ?? -1);
}
