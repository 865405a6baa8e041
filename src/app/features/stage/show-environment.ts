import { AppError } from '../../../contract/failure.ts';
import { environmentHashOf } from '../../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { Environment } from '../../../contract/scene/environment.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { obtainLight } from '../../scene/obtain-light.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/** Lights the stage by surroundings. */
export interface EnvironmentShow {
  /**
   * Shows the project's surroundings. A picture that cannot be had leaves the light of the background, and a word about
   * it.
   *
   * @param isKnown True when that word has been said.
   */
  show(environment: Environment | null, isKnown?: boolean): Promise<void>;
  /** Whether the stage goes without those that were asked for last. */
  readonly isLacking: boolean;
  /** The stage is a new one, and has no picture. */
  forget(): void;
}

/** A picture goes to the stage once: turning it round, or making it brighter, reads nothing. */
export function openEnvironmentShow(app: App, viewer: ViewerApi): EnvironmentShow {
  let sent: ContentHash | null = null;
  /** What is to be shown next while the stage is at work: of a drag the last counts. */
  let next: { readonly environment: Environment | null; readonly isKnown: boolean } | null = null;
  let isLacking = false;
  let running: Promise<void> | null = null;
  const show = async (environment: Environment | null): Promise<void> => {
    const hash = environmentHashOf({ environment });
    if (environment === null || hash === null || hash === sent) {
      if (hash === null) sent = null;
      await viewer.setEnvironment(environment && { environment, picture: null });
      return;
    }
    const file = await obtainLight(app, hash);
    const name = environment.kind === 'picture' ? environment.name : '';
    if (file === null) throw new AppError({ code: 'image-unreadable', name });
    const picture = await app.compute().readEnvironment(file);
    // How it stands may have changed meanwhile, or it is not wanted any more.
    const now = shownSettings(app).render_settings.environment;
    if (now == null || environmentHashOf({ environment: now }) !== hash) return;
    sent = hash;
    await viewer.setEnvironment({ environment: now, picture });
  };
  const tell = async (environment: Environment | null, isKnown: boolean): Promise<void> => {
    try {
      await show(environment);
      isLacking = false;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const now = shownSettings(app).render_settings.environment;
      if (environmentHashOf({ environment: now }) !== environmentHashOf({ environment })) return;
      sent = null;
      isLacking = true;
      await viewer.setEnvironment(null);
      if (isKnown) return;
      const texts = app.texts();
      const name = environment?.kind === 'picture' ? environment.name : '';
      app.toasts.show('warning', texts.t.environment.notHere(name), {
        area: 'viewer',
        message: describeFailure(texts, error.failure),
        cause: error,
      });
    }
  };
  const run = async (): Promise<void> => {
    try {
      while (next !== null) {
        const { environment, isKnown } = next;
        next = null;
        await tell(environment, isKnown);
      }
    } finally {
      running = null;
    }
  };
  return {
    get isLacking() {
      return isLacking;
    },
    show(environment, isKnown = false) {
      next = { environment, isKnown };
      running ??= run();
      return running;
    },
    forget() {
      sent = null;
      // A stage that is gone may never answer.
      running = null;
    },
  };
}
