import type { AppBase } from '../../core/app.ts';

/** Ends the session on this page; `start-app.ts` takes everything of the person off it. */
export function leavePage(app: Pick<AppBase, 'session' | 'state'>): void {
  const { account } = app.state;
  app.session.clear();
  account.status = 'signed-out';
  account.userId = null;
  account.hasSignedOut = true;
  account.wayOut = null;
}
