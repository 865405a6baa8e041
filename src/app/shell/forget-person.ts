import type { App } from '../core/app.ts';
import { CONFIG_QUERY } from '../core/use-config.ts';
import { dropBase } from '../state/edit.ts';
import { resetState } from '../state/state.ts';

/**
 * Takes everything of a person off the page: state, answers of the server, what could be undone, toasts. Their rows on
 * this device stay and are found again under their user id (K10). Call it after everything that follows them has stopped.
 */
export function forgetPerson(app: App): void {
  dropBase(app.state.edit);
  app.commands.clear();
  app.queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== CONFIG_QUERY[0] });
  app.queries.getMutationCache().clear();
  app.toasts.queue.clear();
  resetState(app.state);
}
