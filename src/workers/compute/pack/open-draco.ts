import createDecoderModule from 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js';

/** The Draco decoder of three.js, whose wasm the viewer uses too: one file to keep for offline use. */
export async function openDraco(): Promise<object> {
  const url = new URL('three/addons/libs/draco/gltf/draco_decoder.wasm', import.meta.url);
  return createDecoderModule({ wasmBinary: await (await fetch(url)).arrayBuffer() });
}
