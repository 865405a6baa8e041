import { onlineManager } from '@tanstack/react-query';
import type { App } from '../../src/app/core/app.ts';
import { startPage } from '../../src/app/shell/start-page.ts';
import { startApp } from '../../src/app/start-app.ts';
import { keepRunning } from './running-apps.ts';

/**
 * Sets a page going as `main.ts` does where somebody was signed in. Returns the function that stops it; at the latest it
 * ends with its test file.
 */
export function startWholeApp(app: App, onError: (error: unknown) => void): () => void {
  const stops = [startPage(app), startApp(app, onError)];
  return keepRunning(() => {
    for (const stop of stops) stop();
    // All pages of the process have one: those of the next file begin with a connection.
    onlineManager.setOnline(true);
  });
}
