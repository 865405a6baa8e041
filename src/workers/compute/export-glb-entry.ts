import { serve } from '../rpc.ts';
import { type ExportDecoders, exportGlb } from './export-glb.ts';

const decoders: ExportDecoders = {
  draco: async () => (await import('./open-draco.ts')).openDraco(),
  async meshopt() {
    const { MeshoptDecoder } = await import('meshoptimizer');
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};

serve({ exportGlb: (glb: Blob, patch: Parameters<typeof exportGlb>[1]) => exportGlb(glb, patch, decoders) });
