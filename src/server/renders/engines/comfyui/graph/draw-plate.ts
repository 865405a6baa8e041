import { STAGE_BACKGROUND } from '../../../../../contract/constants.ts';
import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import { type Rgb, readCover, type Size } from './rasters.ts';

/**
 * What stands behind the product, where a graph needs it as a picture: image and gradient always, a colour when light is
 * painted on it or an operator's own graph may ask for it. Null where the stage covers it, and the view shows it.
 */
export async function drawPlate(
  recipe: RenderSpec,
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
  size: Size,
  isPainted: boolean,
): Promise<Rgb | null> {
  const behind = standsBehind(recipe);
  if (behind.kind === 'stage') return null;
  if (behind.kind === 'image') return readCover(await readFile(behind.imageHash), recipe, size);
  if (behind.kind === 'gradient') return drawGradient(behind.from, behind.to, size);
  const isWanted = recipe.workflow !== undefined || (isPainted && behind.kind === 'colour');
  const colour = behind.kind === 'open' ? STAGE_BACKGROUND : behind.colour;
  return isWanted ? drawGradient(colour, colour, size) : null;
}

/** Even steps in sRGB from top to bottom, as the stage shows it. */
function drawGradient(from: string, to: string, { widthPx, heightPx }: Size): Rgb {
  const [top, bottom] = [readHex(from), readHex(to)];
  const pixels = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const share = (y + 0.5) / heightPx;
    const row = [0, 1, 2].map((k) => Math.round((top[k] ?? 0) + ((bottom[k] ?? 0) - (top[k] ?? 0)) * share));
    const start = y * widthPx * 3;
    for (let k = 0; k < 3; k++) pixels[start + k] = row[k] ?? 0;
    for (let done = 3; done < widthPx * 3; done *= 2) {
      pixels.copyWithin(start + done, start, start + Math.min(done, widthPx * 3 - done));
    }
  }
  return pixels;
}

function readHex(hex: string): number[] {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
}
