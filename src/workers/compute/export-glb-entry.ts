import { serve } from '../rpc.ts';
import { type ExportDecoders, exportGlb } from './export-glb.ts';

const decoders: ExportDecoders = {
  async draco() {
    const { default: createDecoderModule } = await import(
      'three/addons/libs/draco/gltf/draco_wasm_wrapper.js'
    );
    const url = new URL('three/addons/libs/draco/gltf/draco_decoder.wasm', import.meta.url);
    return createDecoderModule({ wasmBinary: await (await fetch(url)).arrayBuffer() });
  },
  async meshopt() {
    const { MeshoptDecoder } = await import('meshoptimizer');
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  },
};

serve({ exportGlb: (glb: Blob, patch: Parameters<typeof exportGlb>[1]) => exportGlb(glb, patch, decoders) });
