import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import type { ExportDecoders } from '../../workers/compute/gltf/bake-textures.ts';

/** The decoders of compressed geometry in Node. */
export const openDecoders: ExportDecoders = {
  draco: () => draco.createDecoderModule(),
  async meshopt() {
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};
