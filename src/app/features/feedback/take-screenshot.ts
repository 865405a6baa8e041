import { FEEDBACK, WEBP_PHOTO_QUALITY } from '../../../contract/constants.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { copyPage, isInvisible } from './copy-page.ts';
import { drawCopy } from './draw-copy.ts';
import { encodePicture } from './encode-picture.ts';
import { readAsAddress } from './read-as-address.ts';
import { readPicture } from './read-picture.ts';
import { readStyles } from './read-styles.ts';

/** The stage's canvas belongs to the viewer, which nobody else can read (A14). */
const STAGE = '[data-model] canvas';

export interface Screenshot {
  readonly picture: Blob;
  /** The stage alone where the page can be drawn in no way. */
  readonly shows: 'page' | 'stage';
}

/**
 * A JPEG of the page at half its size, with the stage as the viewer itself sees it and without the window that asks.
 *
 * @param asker Anything inside of that window.
 * @returns Null where the browser gives no picture of the page and no stage is to be seen.
 * @throws Whatever the browser or the viewer refuses.
 */
export async function takeScreenshot(app: Pick<App, 'viewer'>, asker: Element): Promise<Screenshot | null> {
  const stage = await captureStage(app);
  const { body, missing } = copyPage(asker);
  const [styles] = await Promise.all([
    readStyles(),
    ...missing.map(async ({ copy, original }) => {
      const picture = original.matches(STAGE)
        ? stage && (await encodeStage(stage, 'image/webp'))
        : await readPicture(original);
      if (picture !== null) copy.src = await readAsAddress(picture);
    }),
  ]);
  try {
    return { picture: await drawCopy(body, styles), shows: 'page' };
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'SecurityError') throw error;
    // Safari. What another way of drawing cannot do is no reason to have no picture at all.
    const page = await redraw(asker, stage).catch(() => null);
    if (page !== null) return { picture: page, shows: 'page' };
    return stage && { picture: await encodeStage(stage, 'image/jpeg'), shows: 'stage' };
  }
}

async function redraw(asker: Element, stage: ImageData | null): Promise<Blob> {
  const { redrawPage } = await loadCode(() => import('./redraw-page.ts'));
  const address = stage && (await readAsAddress(await encodeStage(stage, 'image/webp')));
  return redrawPage(asker, { selector: STAGE, address });
}

/** The whole stage, in the pixels that it has in the screenshot; null where none is to be seen. */
async function captureStage({ viewer }: Pick<App, 'viewer'>): Promise<ImageData | null> {
  const canvas = document.querySelector(STAGE);
  const api = viewer.current?.api;
  if (canvas === null || api === undefined || isInvisible(canvas)) return null;
  const side = Math.round(canvas.getBoundingClientRect().width * FEEDBACK.screenshotScale);
  const size = Math.min(1_024, Math.max(64, side));
  const { snapshot } = await api.capturePasses(await api.camera(), size, size, ['snapshot']);
  return snapshot && new ImageData(new Uint8ClampedArray(snapshot), size, size);
}

function encodeStage(stage: ImageData, type: 'image/jpeg' | 'image/webp'): Promise<Blob> {
  const quality = type === 'image/jpeg' ? FEEDBACK.screenshotQuality : WEBP_PHOTO_QUALITY;
  return encodePicture(stage, { widthPx: stage.width, heightPx: stage.height, type, quality });
}
