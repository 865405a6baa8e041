import type { ContentHash } from '../../contract/ids.ts';
import type { TextureWrap } from '../scene.ts';

/** A texture a model needs, before its image is decoded. Place in the list = index in `TracerScene.textures`. */
export interface TextureRequest {
  readonly source: EncodedImage | { readonly kind: 'library'; readonly hash: ContentHash };
  readonly isSrgb: boolean;
  readonly wrapS: TextureWrap;
  readonly wrapT: TextureWrap;
  readonly isSmooth: boolean;
}

/** An image file inside the model. `bytes` looks into the model's file. */
export interface EncodedImage {
  readonly kind: 'embedded';
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** Collects requests and gives equal ones the same number. */
export interface TextureList {
  readonly requests: readonly TextureRequest[];
  add(request: TextureRequest): number;
}

export function createTextureList(): TextureList {
  const requests: TextureRequest[] = [];
  const numbers = new Map<unknown, Map<string, number>>();
  return {
    requests,
    add(request) {
      const owner = request.source.kind === 'embedded' ? request.source.bytes : request.source.hash;
      const key = `${request.isSrgb} ${request.wrapS} ${request.wrapT} ${request.isSmooth}`;
      const known = numbers.get(owner) ?? new Map<string, number>();
      numbers.set(owner, known);
      const number = known.get(key) ?? requests.push(request) - 1;
      known.set(key, number);
      return number;
    },
  };
}
