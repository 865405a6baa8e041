import { snapshot } from 'valtio';
import type { SavedView } from '../../contract/http/camera-views.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { HelperView } from '../../contract/stage.ts';
import type { App } from '../core/app.ts';
import { currentSettings } from '../core/edit-settings.ts';
import type { ViewBackupRow } from '../data/db.ts';
import { readView0, VIEW0_KEY, type View0 } from '../model/view0.ts';
import { goToHelperView } from '../scene/helper-views.ts';
import { copyPlain } from '../values/copy-plain.ts';

/** What a developer asks of the running page in the browser's console (S2 2). */
export interface DebugHandles {
  /** A plain copy of the whole state. */
  state(): unknown;
  camera(): Promise<CameraPose | undefined>;
  /** The last camera as this device's storage has it. */
  view0(): View0 | null;
  /** The project's saved views. */
  views(): readonly SavedView[];
  /** Copies of the views in the device's database. */
  backups(): Promise<readonly ViewBackupRow[]>;
  /** Textures and geometries on the card. */
  memory(): Promise<{ readonly geometries: number; readonly textures: number } | undefined>;
  look(view: HelperView): Promise<void>;
}

declare global {
  interface Window {
    /** Only while developing: a built product has none. */
    vitrine?: DebugHandles;
  }
}

export function debugApp(app: App): DebugHandles {
  return {
    state: () => copyPlain(snapshot(app.state)),
    camera: async () => app.viewer.current?.api.camera(),
    view0: () => readView0(app.outside.localStorage.getItem(VIEW0_KEY)),
    views: () => copyPlain(currentSettings(app).camera_views),
    backups: () => app.db.run(() => app.db.viewBackups.toArray()),
    memory: async () => app.viewer.current?.api.memory(),
    look: (view) => goToHelperView(app, view),
  };
}
