import { subscribe } from 'valtio';
import type { PartChoice } from '../../../contract/stage.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSameValue } from '../../values/same-value.ts';

/**
 * Keeps lit on the stage what the state says, also on a model that has just come.
 *
 * @returns Function that stops.
 */
export function followHighlight(app: App, viewer: ViewerClient): () => void {
  const { stage } = app.state;
  let told: PartChoice | null = null;
  const tell = (): void => {
    const lit = copyPlain(stage.lit);
    if (isSameValue(lit, told)) return;
    told = lit;
    // A viewer that closes meanwhile has nothing left to light up.
    viewer.api.highlight(lit).catch(() => undefined);
  };
  const stopEvents = viewer.onEvent((event) => {
    if (event.kind !== 'loadProgressed' || event.fraction < 1) return;
    // It came unlit.
    told = null;
    tell();
  });
  const stopStage = subscribe(stage, tell);
  tell();
  return () => {
    stopEvents();
    stopStage();
  };
}
