import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { z } from 'zod';
import type { App } from '../../core/app.ts';
import { TOOLBARS } from '../../state/stage.ts';

const KEY = 'vitrine_tool';
/** Who comes back later begins anew: systems end pages that were put away within minutes. */
const KEPT_MS = 3_600_000;

const Kept = z.object({ project: z.string(), toolbar: z.enum(TOOLBARS), at: z.number() });

/**
 * Keeps which tool is open on this device, so that a page that the system ended in the background comes back with it, as it
 * does with scene and camera. Returns the function that stops.
 */
export function keepTool({ state, outside }: Pick<App, 'state' | 'outside'>): () => void {
  const { stage, project } = state;
  let isBack = false;
  const write = (): void => {
    const { toolbar } = stage;
    // What was open is not forgotten before it could open again.
    if (!isBack) return;
    try {
      if (toolbar === null || project.key === null) outside.localStorage.removeItem(KEY);
      else
        outside.localStorage.setItem(
          KEY,
          JSON.stringify({ project: project.key, toolbar, at: outside.now() }),
        );
    } catch {
      // Without a storage the tool lasts as long as the page.
    }
  };
  const comeBack = (): void => {
    if (isBack || project.status !== 'ready' || stage.graphics !== 'ready') return;
    if (project.settings.model_hash !== stage.modelHash) return;
    isBack = true;
    const kept = readKept(outside.localStorage.getItem(KEY));
    const isTheirs = kept !== null && kept.project === project.key && outside.now() - kept.at < KEPT_MS;
    if (isTheirs) stage.toolbar ??= kept.toolbar;
    write();
  };
  const stops = [
    subscribe(stage, comeBack),
    subscribe(project, comeBack),
    subscribeKey(stage, 'toolbar', write),
    outside.page.onHide(write),
  ];
  comeBack();
  return () => {
    for (const stop of stops) stop();
  };
}

function readKept(text: string | null): z.infer<typeof Kept> | null {
  try {
    return Kept.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
