import { onlineManager } from '@tanstack/react-query';
import type { AppBase } from '../core/app.ts';
import { followLanguage } from '../features/account/follow-language.ts';
import { restoreSession } from '../features/account/restore-session.ts';
import { followSession } from './follow-session.ts';

/**
 * Sets going what the page does whether somebody is signed in or not: the connection, and the session of the last visit and
 * of other tabs. Returns the function that stops everything.
 */
export function startPage(app: AppBase): () => void {
  const { account, shell } = app.state;
  // `navigator.onLine` is no proof: what the API answered is.
  onlineManager.setEventListener(() => () => {});
  onlineManager.setOnline(app.reachability.connection() === 'online');
  shell.connection = app.reachability.connection();
  const stops = [
    app.reachability.onChange((connection) => {
      shell.connection = connection;
      onlineManager.setOnline(connection === 'online');
      if (connection === 'online') void app.queries.invalidateQueries();
      if (connection === 'auth') {
        account.status = 'signed-out';
        account.userId = null;
      }
    }),
    followSession(app),
    followLanguage(app),
    app.reachability.start(),
  ];
  restoreSession(app);
  return () => {
    for (const stop of stops) stop();
  };
}
