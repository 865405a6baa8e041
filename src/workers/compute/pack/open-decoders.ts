import type { ExportDecoders } from '../gltf/bake-textures.ts';

/** The decoders of compressed geometry in a browser, each fetched when a model first needs it. */
export const openDecoders: ExportDecoders = {
  draco: async () => (await import('./open-draco.ts')).openDraco(),
  async meshopt() {
    const { MeshoptDecoder } = await import('meshoptimizer');
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};
