import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { AnnotationMode, getDocument, type PdfPage, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import type { DrawnPage } from '../../../contract/compute-values.ts';
import { LABEL_PDF_MAX, LABEL_PICTURE_MAX_PX, MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import { createPageCanvas, PageCanvases, PageFilters } from './page-canvas.ts';
import { readTrimBox } from './read-trim-box.ts';

const METRES = 0.0254 / 72;
/** Of a page's sides, as of a drawing's. */
const MAX_ASPECT = 1e3;

/** Decoders of pictures that pdf.js asks for by their names, from where this code comes from. */
const DECODERS: Readonly<Record<string, string>> = { 'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg };
class Decoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const answer = await fetch(DECODERS[filename] ?? '');
    if (!answer.ok) throw new Error(`No ${filename}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

/** See `ComputeApi.drawPdf`. */
export async function drawPdf(file: Blob): Promise<DrawnPage | null> {
  if (file.size > LABEL_PDF_MAX.bytes) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  // What is left out is told by nothing but that a strict reader refuses it.
  return (await tryToDraw(bytes, true)) ?? (await tryToDraw(bytes, false));
}

async function tryToDraw(bytes: Uint8Array<ArrayBuffer>, isStrict: boolean): Promise<DrawnPage | null> {
  const task = getDocument({
    // It is given away.
    data: bytes.slice(),
    stopAtErrors: isStrict,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    // Glyphs are drawn as the shapes they are, so that they look the same everywhere.
    disableFontFace: true,
    useSystemFonts: false,
    isImageDecoderSupported: false,
    useWorkerFetch: false,
    CanvasFactory: PageCanvases,
    FilterFactory: PageFilters,
    WasmFactory: Decoders,
  });
  try {
    const pdf = await task.promise;
    const page = await pdf.getPage(1);
    const trim = await readTrimBox(bytes, page.ref.num);
    const drawn = await drawPage(page, trim === 'unknown' ? null : trim);
    return drawn === null
      ? null
      : {
          ...drawn,
          pageCount: pdf.numPages,
          isUncut: trim === 'unknown',
          isPartial: !isStrict || lacksFonts(page),
        };
  } catch {
    return null;
  } finally {
    await task.destroy();
  }
}

async function drawPage(page: PdfPage, trim: readonly number[] | null) {
  const [left, bottom, right, top] = page.view;
  const cut = trim ?? page.view;
  const box = [
    Math.max(left, cut[0] ?? left),
    Math.max(bottom, cut[1] ?? bottom),
    Math.min(right, cut[2] ?? right),
    Math.min(top, cut[3] ?? top),
  ] as const;
  const isEmpty = box[2] <= box[0] || box[3] <= box[1];
  const [x1, y1, x2, y2] = page
    .getViewport({ scale: 1 })
    .convertToViewportRectangle(isEmpty ? page.view : box);
  const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  const aspect = width / height;
  if (!(aspect < MAX_ASPECT && aspect > 1 / MAX_ASPECT)) return null;
  const scale = LABEL_PICTURE_MAX_PX / Math.max(width, height);
  const { canvas, context } = createPageCanvas(Math.round(width * scale), Math.round(height * scale));
  const viewport = page.getViewport({ scale, offsetX: -x * scale, offsetY: -y * scale });
  await page.render({
    canvas: null,
    canvasContext: context,
    viewport,
    // What is meant for paper, and no frames of a screen to wait for.
    intent: 'print',
    background: 'rgba(0,0,0,0)',
    annotationMode: AnnotationMode.DISABLE,
  }).promise;
  return { bitmap: canvas.transferToImageBitmap(), widthMetres: width * METRES };
}

/** Typefaces that are not in the file; or in it, and of no use. */
function lacksFonts({ commonObjs }: PdfPage): boolean {
  return [...commonObjs].some(
    ([, value]) =>
      typeof value === 'string' || (value as { missingFile?: unknown } | null)?.missingFile === true,
  );
}
