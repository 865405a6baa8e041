import type { AppBase } from '../core/app.ts';
import { leavePage } from '../features/account/leave-page.ts';

/**
 * Keeps all tabs of a browser the same person's: one that signs out signs out the others at once, and one that signs
 * somebody in shows them in the others, where the last person's work waits on this device under their user id. A tab that
 * slept looks when it comes back. Returns the function that stops.
 */
export function followSession(app: AppBase): () => void {
  const { account } = app.state;
  const look = (): void => {
    const owner = app.session.owner();
    const isOpening = account.link?.kind === 'owner' || account.link?.kind === 'reset';
    if (account.status === 'unknown' || owner === undefined || isOpening) return;
    const present = account.status === 'signed-in' ? account.userId : null;
    if (owner === present) return;
    if (present !== null) leavePage(app);
    if (owner === null) return;
    app.session.follow();
    app.reachability.noteSignedOut(false);
    account.userId = owner;
    account.status = 'signed-in';
  };
  const stops = [app.outside.onStored(look), app.outside.page.onChange(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
