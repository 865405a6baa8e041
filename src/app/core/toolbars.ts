import type { ConfigBody } from '../../contract/http/instance.ts';
import type { Toolbar } from '../state/stage.ts';
import { lateTextsOf } from '../texts/load-texts.ts';
import type { App } from './app.ts';
import { CONFIG_QUERY } from './use-config.ts';

/** Opens a toolbar in place of the one that is open; the open one closes. */
export function toggleToolbar(app: Pick<App, 'state'>, toolbar: Toolbar): void {
  const { stage } = app.state;
  stage.toolbar = stage.toolbar === toolbar ? null : toolbar;
}

export function closeToolbar(app: Pick<App, 'state'>): void {
  app.state.stage.toolbar = null;
}

/** Turns the live view on or off, or says why there is none here. */
export function toggleLive(app: Pick<App, 'state' | 'outside' | 'queries' | 'texts' | 'toasts'>): void {
  const { live } = app.state;
  const { live: t } = lateTextsOf(app.texts().language);
  const config = app.queries.getQueryData<ConfigBody>(CONFIG_QUERY);
  const isOffered = config?.device_renders ?? true;
  const { isSupported } = app.outside.workers.studio;
  if (live.isOn || (isOffered && isSupported)) live.isOn = !live.isOn;
  else app.toasts.show('warning', isSupported ? t.notOffered : t.unsupported, { about: 'live' });
}
