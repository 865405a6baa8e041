import { LIBRARY_THUMBNAIL_PX } from '../../contract/constants.ts';
import { WEBP } from './make-thumbnail.ts';
import { openImage, openRgb } from './open-image.ts';
import type { BallMaps } from './pictures.ts';
import { type BallTexture, shadeBall } from './shade-ball.ts';

/** Of the textures: what one ball of a thumbnail can show. */
const TEXTURE_PX = 512;
/** Drawn this many times larger, so that grain is sharp and the edge smooth. */
const FINENESS = 2;

/** See `Pictures.drawBall`. */
export async function drawBall(maps: BallMaps, metalness: number): Promise<Uint8Array> {
  const side = LIBRARY_THUMBNAIL_PX * FINENESS;
  const colour = await readTexture(maps.colour);
  const normal = maps.normal === null ? null : await readTexture(maps.normal);
  const roughness = maps.roughness === null ? null : await readTexture(maps.roughness);
  const rgb = shadeBall({ colour, normal, roughness, metalness }, side);
  return openRgb(rgb, side, side)
    .resize({ width: LIBRARY_THUMBNAIL_PX, height: LIBRARY_THUMBNAIL_PX })
    .webp(WEBP)
    .toBuffer();
}

async function readTexture(bytes: Uint8Array): Promise<BallTexture> {
  const { data, info } = await openImage(bytes)
    .resize({ width: TEXTURE_PX, height: TEXTURE_PX, fit: 'cover', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, widthPx: info.width, heightPx: info.height, channels: info.channels };
}
