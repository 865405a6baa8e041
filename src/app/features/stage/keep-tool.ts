import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { z } from 'zod';
import { HOUR_MS } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { TOOLBARS } from '../../state/stage.ts';

/** In `db.kv`: browsers write `localStorage` to the disk up to a minute late, and a page that is ended loses that. */
const KEY = 'tool';
/** When a page was last left by its person, milliseconds since the epoch: who leaves a page, or loads it anew, begins anew. */
const LEFT_KEY = 'vitrine_left';
/** Who comes back later begins anew: systems end pages that were put away within minutes. */
const KEPT_MS = HOUR_MS;

const Kept = z.object({ project: z.string(), toolbar: z.enum(TOOLBARS), at: z.number() });

/**
 * Keeps which tool is open on this device, so that a page that the system ended in the background comes back with it, as it
 * does with scene and camera. Returns the function that stops.
 */
export function keepTool({ state, outside, db }: Pick<App, 'state' | 'outside' | 'db'>): () => void {
  const { stage, project } = state;
  /** What is open is not written before what was open has been read. */
  let phase: 'waiting' | 'reading' | 'following' = 'waiting';
  const write = (): void => {
    const { toolbar } = stage;
    const { key } = project;
    if (phase !== 'following' || key === null) return;
    const kept = { project: key, toolbar, at: outside.now() };
    // Without room for it the tool lasts as long as the page.
    db.run(() => db.kv.put({ key: KEY, value: kept })).catch(() => undefined);
  };
  const read = async (): Promise<void> => {
    const { key } = project;
    const row = await db.run(() => db.kv.get(KEY)).catch(() => undefined);
    const kept = Kept.safeParse(row?.value).data;
    const left = Number(outside.localStorage.getItem(LEFT_KEY) ?? 0);
    const isRecent = kept !== undefined && outside.now() - kept.at < KEPT_MS && kept.at > left;
    if (isRecent && kept.project === key && key === project.key) stage.toolbar ??= kept.toolbar;
    phase = 'following';
    write();
  };
  const comeBack = (): void => {
    if (phase !== 'waiting' || project.status !== 'ready' || stage.graphics !== 'ready') return;
    if (project.settings.model_hash !== stage.modelHash) return;
    phase = 'reading';
    void read();
  };
  const stops = [
    subscribe(stage, comeBack),
    subscribe(project, comeBack),
    subscribeKey(stage, 'toolbar', write),
    outside.page.onHide(write),
    outside.page.onLeave(() => outside.localStorage.setItem(LEFT_KEY, String(outside.now()))),
  ];
  comeBack();
  return () => {
    for (const stop of stops) stop();
    phase = 'waiting';
  };
}
