import type { App } from '../../core/app.ts';

const KEY = 'vitrine-views-camera-only';

/** Whether going to a view leaves the model where it is, as this device was told last. */
export function recallCameraOnly(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem(KEY) === 'yes';
}

/** Chooses it and remembers it here. */
export function chooseCameraOnly(app: Pick<App, 'state' | 'outside'>, isCameraOnly: boolean): void {
  app.state.views.isCameraOnly = isCameraOnly;
  try {
    app.outside.localStorage.setItem(KEY, isCameraOnly ? 'yes' : 'no');
  } catch {
    // A full or closed storage: it holds until the page is gone.
  }
}
