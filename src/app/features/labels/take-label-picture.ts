import { LABEL_PDF_MAX, LABEL_SVG_MAX_BYTES, LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { pinProject } from '../../core/pin-model.ts';
import { cleanName } from '../../model/list-materials.ts';
import type { WaitingLabel } from '../../state/labels.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** What a label's picture can be made of. */
export const LABEL_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'application/pdf'];

interface Drawn {
  readonly bitmap: Blob | ImageBitmap;
  readonly widthMetres: number | null;
  readonly isPartial: boolean;
  readonly pageCount?: number;
  readonly isUncut?: boolean;
}

type PictureTools = Pick<App, 'state' | 'toasts' | 'compute' | 'storage' | 'outside'>;

/**
 * Makes a label's picture of a file and keeps it on this device. What cannot be used is told, and what was meant for another
 * product, project or person than is there by the end.
 *
 * @param patience Ends what is drawn of a page, which takes as long as its file wants.
 * @returns Null for what is no picture, or for nobody any more.
 */
export async function takeLabelPicture(
  app: PictureTools,
  texts: Texts,
  file: File,
  patience: AbortSignal = AbortSignal.timeout(LABEL_PDF_MAX.ms),
): Promise<WaitingLabel | null> {
  const { labels: state } = app.state;
  const { labels: words } = lateTextsOf(texts.language);
  const refuse = (sentence: string, cause?: unknown): null => {
    app.toasts.show('error', sentence, { cause });
    return null;
  };
  const type = typeOf(file);
  if (!LABEL_TYPES.includes(type)) return refuse(words.noPicture(file.name));
  const isOpen = pinProject(app);
  const { model_hash: meant } = app.state.project.settings;
  const reading = app.outside.randomUuid();
  state.reading.push(reading);
  try {
    const name = cleanName(file.name.replace(/\.[^.]*$/, '')).slice(0, LIBRARY_NAME_MAX_LENGTH) || words.one;
    const isPage = type === 'application/pdf';
    const drawn: Drawn | null = isPage
      ? await drawPage(app, file, patience)
      : type === 'image/svg+xml'
        ? await drawFile(file)
        : { bitmap: file, widthMetres: null, isPartial: false };
    if (drawn === null) return refuse(isPage ? words.badPdf(file.name) : words.badSvg(file.name));
    const { image, widthPx, heightPx } = await app.compute().makeLabelPicture(drawn.bitmap, file.name);
    const hash = await app.compute().hashFile(image);
    await app.storage.put(hash, image);
    if (!isOpen() || app.state.project.settings.model_hash !== meant) return refuse(words.left(file.name));
    if (drawn.isPartial)
      app.toasts.show('warning', isPage ? words.partialPdf(file.name) : words.partialSvg(file.name));
    if (drawn.isUncut === true) app.toasts.show('warning', words.wholePage(file.name));
    if (drawn.pageCount !== undefined && drawn.pageCount > 1)
      app.toasts.show('info', words.firstPage(file.name));
    return { hash, name, widthPx, heightPx, widthMetres: drawn.widthMetres };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refuse(describeFailure(texts, error.failure), error);
  } finally {
    // Others may be read still.
    state.reading = state.reading.filter((one) => one !== reading);
  }
}

async function drawFile(file: File) {
  if (file.size > LABEL_SVG_MAX_BYTES) return null;
  const { drawSvg } = await loadCode(() => import('../../browser/draw-svg.ts'));
  return drawSvg(new Uint8Array(await file.arrayBuffer()));
}

/** @returns Null also for a page that takes too long. */
async function drawPage({ compute }: PictureTools, file: File, patience: AbortSignal) {
  try {
    return await compute(patience).drawPdf(file);
  } catch (error) {
    if (patience.aborted) return null;
    throw error;
  }
}

/** By its name where the system has no name for its kind. */
function typeOf({ type, name }: File): string {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (type !== '') return type;
  if (end === 'pdf') return 'application/pdf';
  if (end === 'svg') return 'image/svg+xml';
  return `image/${end === 'jpg' ? 'jpeg' : end}`;
}
