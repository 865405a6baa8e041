import html2canvas from 'html2canvas';
import { FEEDBACK } from '../../../contract/constants.ts';
import { holds } from './copy-page.ts';
import { encodePicture } from './encode-picture.ts';

/** What a stage's picture replaces: the canvas belongs to the viewer, which nobody else can read (A14). */
interface StagePicture {
  /** Finds the canvas. */
  readonly selector: string;
  /** Address of the picture; null where none is to be seen. */
  readonly address: string | null;
}

/**
 * A JPEG of the page at half its size, drawn anew by html2canvas, element by element, from their computed styles: for browsers
 * that let nobody read an image of markup, where `drawCopy` fails. It takes longer and is less true, and is loaded only there.
 *
 * @param asker Anything inside of the window that is not to be seen.
 */
export async function redrawPage(asker: Element, stage: StagePicture): Promise<Blob> {
  const { innerWidth, innerHeight } = window;
  const canvas = await html2canvas(document.body, {
    logging: false,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
    scale: FEEDBACK.screenshotScale,
    x: window.scrollX,
    y: window.scrollY,
    width: innerWidth,
    height: innerHeight,
    ignoreElements: (element) => holds(element, asker),
    onclone: async (copy) => {
      for (const field of copy.querySelectorAll<HTMLInputElement>('input[type=password]')) field.value = '';
      for (const placeholder of copy.querySelectorAll<HTMLElement>(stage.selector))
        await putPicture(placeholder, stage);
    },
  });
  return encodePicture(canvas, {
    widthPx: canvas.width,
    heightPx: canvas.height,
    type: 'image/jpeg',
    quality: FEEDBACK.screenshotQuality,
  });
}

async function putPicture(placeholder: HTMLElement, { address }: StagePicture): Promise<void> {
  if (address === null) return placeholder.remove();
  const image = placeholder.ownerDocument.createElement('img');
  image.className = placeholder.className;
  image.style.cssText = placeholder.style.cssText;
  image.width = placeholder.clientWidth;
  image.height = placeholder.clientHeight;
  image.src = address;
  await image.decode();
  placeholder.replaceWith(image);
}
