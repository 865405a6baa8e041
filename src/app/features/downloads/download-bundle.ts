import type { RenderBody } from '../../../contract/http/renders.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { App } from '../../core/app.ts';
import { nameArchive, namingFacts, slugOfModel } from '../../orders/name-picture.ts';
import { chooseTarget, dropTarget } from './choose-target.ts';
import { collectRender } from './collect-render.ts';
import { collectScene } from './collect-scene.ts';
import { makeBundle } from './make-bundle.ts';

/** Share of the work that taking or fetching the pictures takes. */
const COLLECTING = 0.3;

/**
 * Hands the working files of the scene as it stands, or of a finished render, to the person as one ZIP. Asks first where
 * to, so it is to be called within the press.
 *
 * @param render Null: the scene.
 * @returns The ZIP's name; null when the person left the question.
 * @throws AppError as collecting and {@link makeBundle} do; `AbortError`.
 */
export async function downloadBundle(
  app: App,
  render: RenderBody | null,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const name =
    render === null
      ? `${slugOfModel(app.state.project.settings.model_name ?? '')}_scene.zip`
      : nameOf(app, render);
  const target = await chooseTarget(name);
  if (target === null) return null;
  try {
    const content =
      render === null ? await collectScene(app, signal) : await collectRender(app, render, signal);
    onProgress(COLLECTING);
    const pack = (share: number) => onProgress(COLLECTING + (1 - COLLECTING) * share);
    const handle = target === 'downloads' ? null : target;
    const zip = await makeBundle(app, content, handle, pack, signal);
    if (zip !== null) saveFile(zip, name);
    return handle === null ? name : handle.name;
  } catch (error) {
    await dropTarget(target);
    throw error;
  }
}

/** After the first picture of the render, which all of them share their working files with. */
function nameOf(app: App, render: RenderBody): string {
  const pictures = render.output_images.slice(0, 1).map((image) => ({ render, image }));
  return nameArchive(pictures, namingFacts(app, pictures), 'files');
}
