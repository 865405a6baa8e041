/** The decoder that three.js brings, which the viewer uses too. */
declare module 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js' {
  export default function createDecoderModule(options: { readonly wasmBinary: ArrayBuffer }): Promise<object>;
}
