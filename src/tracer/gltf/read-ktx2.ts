import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { type BoundBasis, bindBasis } from './bind-basis.ts';
import { readImageSize } from './read-image-size.ts';

/** Numbers of the transcoder's targets (`transcoder_texture_format`). Blocks cover 4 x 4 pixels, 16 bytes each. */
export const KTX2_TARGETS = { etc2: 1, bc7: 7, astc: 10, rgba: 13 } as const;

/** A KTX2 file while it is open. */
export interface Ktx2Image {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Sizes stored, each half of the one before, at least 1. */
  readonly levelCount: number;
  /** @param level From 0, the largest. @throws Error for a damaged file. */
  transcode(level: number, target: number): Uint8Array;
}

export interface Ktx2Reader {
  /**
   * Opens a KTX2 file with Basis Universal content (ETC1S or UASTC, with or without Zstandard), as glTF's
   * KHR_texture_basisu allows, for as long as `use` runs.
   *
   * @param bytes Not changed.
   * @throws Error for anything else, for damaged files, and above {@link MAX_IMAGE_PIXELS}.
   */
  read<T>(bytes: Uint8Array, use: (image: Ktx2Image) => T): Promise<T>;
}

/**
 * @param load `basis_transcoder.wasm`, compiled; asked for once, with the first file: it has half a megabyte, and few
 * models need it.
 */
export function createKtx2Reader(load: () => Promise<WebAssembly.Module>): Ktx2Reader {
  let loading: Promise<WebAssembly.Module> | null = null;
  let basis: BoundBasis | null = null;
  return {
    async read(bytes, use) {
      const size = readImageSize(bytes);
      if (size?.format !== 'ktx2' || size.widthPx * size.heightPx > MAX_IMAGE_PIXELS) {
        throw new Error('not a KTX2 texture, or too large');
      }
      loading ??= load();
      const wasm = await loading;
      basis ??= start(wasm);
      try {
        return withFile(basis, bytes, use);
      } catch (error) {
        // What a damaged file leaves behind in the transcoder's memory is not worth keeping.
        basis = null;
        throw error;
      }
    },
  };
}

function start(wasm: WebAssembly.Module): BoundBasis {
  const basis = bindBasis(wasm);
  basis.functions.get('initializeBasis')?.();
  return basis;
}

function withFile<T>(basis: BoundBasis, bytes: Uint8Array, use: (image: Ktx2Image) => T): T {
  const ktx2 = basis.classes.get('KTX2File');
  if (ktx2 === undefined) throw new Error('the transcoder knows no KTX2');
  const self = ktx2.create(basis.hold(bytes));
  const ask = (method: string, ...values: number[]): number =>
    (ktx2.methods.get(method)?.(self, ...values) ?? 0) >>> 0;
  if (ask('isValid') === 0 || ask('startTranscoding') === 0) throw new Error('not a Basis texture');
  const used = use({
    widthPx: ask('getWidth'),
    heightPx: ask('getHeight'),
    levelCount: Math.max(1, ask('getLevels')),
    transcode(level, target) {
      // Level, layer, face, format; then: no alpha as colour, and every channel where it is.
      const pixels = new Uint8Array(ask('getImageTranscodedSizeInBytes', level, 0, 0, target));
      const isDone = ask('transcodeImage', basis.hold(pixels), level, 0, 0, target, 0, -1, -1);
      if (isDone === 0 || pixels.length === 0) throw new Error('the texture is damaged');
      return pixels;
    },
  });
  ask('close');
  ktx2.destroy(self);
  basis.release();
  return used;
}
