import { createKtx2Reader, KTX2_TARGETS } from '../../../tracer/gltf/read-ktx2.ts';

/**
 * Unpacks the smallest stored size of a KTX2 texture that still has `minPx` at its longer side, as browsers cannot.
 *
 * @throws Error for other files and damaged ones.
 */
export async function unpackKtx2(file: Blob, minPx: number): Promise<ImageData> {
  const reader = createKtx2Reader(async () => {
    const url = new URL('three/addons/libs/basis/basis_transcoder.wasm', import.meta.url);
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  });
  return reader.read(new Uint8Array(await file.arrayBuffer()), (image) => {
    const sideOf = (level: number): number => Math.max(image.widthPx, image.heightPx) >> level;
    let level = 0;
    while (level + 1 < image.levelCount && sideOf(level + 1) >= minPx) level++;
    const pixels = new Uint8ClampedArray(image.transcode(level, KTX2_TARGETS.rgba));
    return new ImageData(pixels, Math.max(1, image.widthPx >> level), Math.max(1, image.heightPx >> level));
  });
}
