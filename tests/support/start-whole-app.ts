import type { App } from '../../src/app/core/app.ts';
import { startPage } from '../../src/app/shell/start-page.ts';
import { startApp } from '../../src/app/start-app.ts';

/** Sets a page going as `main.ts` does where somebody was signed in. Returns the function that stops it. */
export function startWholeApp(app: App, onError: (error: unknown) => void): () => void {
  const stops = [startPage(app), startApp(app, onError)];
  return () => {
    for (const stop of stops) stop();
  };
}
