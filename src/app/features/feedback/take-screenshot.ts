import { FEEDBACK } from '../../../contract/constants.ts';
import type { App } from '../../app.ts';
import { loadCode } from '../../load-code.ts';

/** The stage's canvas belongs to the viewer, which nobody else can read (A14). */
const STAGE = '[data-model] canvas';

/**
 * A JPEG of the page at half its size, with the stage as the viewer itself sees it and without the window that asks.
 * html2canvas reads the page in one go: 1 s of processor time for 700 elements, 230 of them of icons.
 *
 * @param asker Anything inside of that window.
 * @throws AppError `server-unreachable` without the code for it, and whatever the browser or the viewer refuses.
 */
export async function takeScreenshot(app: Pick<App, 'viewer'>, asker: Element): Promise<Blob> {
  const [{ default: html2canvas }, stage] = await Promise.all([
    loadCode(() => import('html2canvas')),
    captureStage(app),
  ]);
  const page = makeCanvas(window.innerWidth, window.innerHeight);
  await html2canvas(document.body, {
    canvas: page,
    // Its inset shadows are wrong at any other scale.
    scale: 1,
    width: page.width,
    height: page.height,
    backgroundColor: getComputedStyle(document.documentElement).backgroundColor,
    logging: false,
    ignoreElements: (element) =>
      document.body.contains(element) && (isUnseen(element) || holds(element, asker)),
    onclone: (clone) => {
      if (stage !== null) putStage(clone, stage);
    },
  });
  return encode(page);
}

/** A canvas that is not on the card, from where reading it back would hold up the page. */
function makeCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d', { willReadFrequently: true });
  return canvas;
}

function encode(page: HTMLCanvasElement): Promise<Blob> {
  const { screenshotScale: scale, screenshotQuality } = FEEDBACK;
  const small = makeCanvas(Math.round(page.width * scale), Math.round(page.height * scale));
  const context = small.getContext('2d');
  if (context === null) throw new Error('The browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(page, 0, 0, small.width, small.height);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob === null ? reject(new Error('The browser made no picture')) : resolve(blob);
    small.toBlob(take, 'image/jpeg', screenshotQuality);
  });
}

/** The whole stage, in the pixels that it has on the page; null where none is to be seen. */
async function captureStage({ viewer }: Pick<App, 'viewer'>): Promise<ImageData | null> {
  const canvas = document.querySelector(STAGE);
  const api = viewer.current?.api;
  if (canvas === null || api === undefined || isInvisible(canvas)) return null;
  const side = Math.round(canvas.getBoundingClientRect().width);
  const size = Math.min(1_024, Math.max(64, side));
  const { snapshot } = await api.capturePasses(await api.camera(), size, size, ['snapshot']);
  return snapshot && new ImageData(new Uint8ClampedArray(snapshot), size, size);
}

function putStage(clone: Document, stage: ImageData): void {
  const canvas = clone.querySelector<HTMLCanvasElement>(STAGE);
  if (canvas === null) return;
  // Not into the clone of the canvas, which may have a context of another kind.
  const picture = clone.createElement('canvas');
  picture.width = stage.width;
  picture.height = stage.height;
  picture.style.cssText = canvas.style.cssText;
  picture.getContext('2d')?.putImageData(stage, 0, 0);
  canvas.replaceWith(picture);
}

/** What is not drawn need not be read: the folded sections of a panel, and what lies under another main tool. */
function isUnseen(element: Element): boolean {
  return element.hasAttribute('hidden') || (element.hasAttribute('inert') && isInvisible(element));
}

function isInvisible(element: Element): boolean {
  return getComputedStyle(element).visibility === 'hidden';
}

/** True for the layer over the page that something stands in. */
function holds(element: Element, inner: Element): boolean {
  return element.parentElement === document.body && element.contains(inner);
}
