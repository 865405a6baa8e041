import { subscribeKey } from 'valtio/utils';
import { isFailure } from '../contract/failure.ts';
import type { App } from './core/app.ts';
import { systemQuery } from './core/render-queries.ts';
import { followPush } from './features/account/follow-push.ts';
import { tellBack } from './features/account/leaving.ts';
import { finishSignOut } from './features/account/sign-out.ts';
import { followReturn } from './features/billing/follow-return.ts';
import { followDeviceRenders } from './features/device/follow-device-renders.ts';
import { followEnvironments } from './features/environment/follow-environments.ts';
import { followSketchSync } from './features/light-map/follow-sketch-sync.ts';
import { followLooks } from './features/looks/follow-looks.ts';
import { followMaterials } from './features/material-sync/follow-materials.ts';
import { followOrders } from './features/order/follow-orders.ts';
import { followDevice } from './features/progress/follow-device.ts';
import { followRenders } from './features/progress/follow-renders.ts';
import { followSaves } from './features/projects/follow-saves.ts';
import { followSync } from './features/projects/follow-sync.ts';
import { keepWorkingCopy } from './features/projects/keep-working-copy.ts';
import { loadActiveProject } from './features/projects/load-active-project.ts';
import { followSelection } from './features/selection/follow-selection.ts';
import { keepTool } from './features/stage/keep-tool.ts';
import { tellShare } from './features/stage/tell-share.ts';
import { followUnsent } from './features/unsent/follow-unsent.ts';
import { followViews } from './features/views/follow-views.ts';
import { followSentOrders } from './orders/drop-files.ts';
import { sweepWhenQuiet } from './orders/sweep-when-quiet.ts';
import { followAddress } from './shell/follow-address.ts';
import { forgetPerson } from './shell/forget-person.ts';

/**
 * Sets going what a signed-in person works with: their project, outbox and renders; again after every sign-in. What the page
 * does before is in `start-page.ts`. Returns the function that stops everything.
 *
 * @param onError Told about bugs; expected failures are shown where they happen.
 */
export function startApp(app: App, onError: (error: unknown) => void): () => void {
  const { account } = app.state;
  let stopSignedIn = (): void => {};
  let runningFor: number | null = null;

  const changePerson = (): void => {
    const userId = account.status === 'signed-in' ? account.userId : null;
    if (userId === runningFor) return;
    stopSignedIn();
    if (runningFor !== null) {
      forgetPerson(app);
      // After a session that ended by itself, whoever signs in may go on where it was.
      if (account.hasSignedOut) app.outside.address.change('');
    }
    runningFor = userId;
    stopSignedIn = userId === null ? (): void => {} : startSignedIn(app, userId, onError);
  };
  const followAccount = (): void => {
    try {
      changePerson();
    } catch (error) {
      failStart(app, error);
    }
  };
  const finish = (): void => void finishSignOut(app).catch(onError);
  const stops = [
    subscribeKey(account, 'status', followAccount),
    subscribeKey(account, 'userId', followAccount),
    app.reachability.onChange((connection) => {
      // Also where a call that was late has found the session over.
      if (connection === 'online' || connection === 'auth') finish();
    }),
  ];
  followAccount();
  finish();
  tellShare(app);
  tellBack(app);
  return () => {
    stopSignedIn();
    for (const stop of stops) stop();
  };
}

function startSignedIn(app: App, userId: number, onError: (error: unknown) => void): () => void {
  const loading = new AbortController();
  const copy = keepWorkingCopy(app, onError, (fate) => {
    if (fate === 'deleted') app.toasts.show('info', app.texts().t.project.deletedElsewhere);
    load();
  });
  app.workingCopy.current = copy;
  const stops = [
    followAddress(app),
    followReturn(app, onError),
    followSaves(app, onError),
    followSync(app),
    followRenders(app, userId),
    followOrders(app),
    followDeviceRenders(app, userId, onError),
    followDevice(app),
    followPush(app),
    keepTool(app),
    followViews(app, onError),
    followSketchSync(app, onError),
    followSelection(app, onError),
    followMaterials(app, onError),
    followLooks(app, userId, onError),
    followEnvironments(app, userId, onError),
    app.outbox.start(userId),
    app.reachability.onEngines(() => {
      void app.queries.invalidateQueries({ queryKey: systemQuery(app).queryKey });
    }),
    followSentOrders(app, onError),
    sweepWhenQuiet(app, onError),
    app.outside.onBrokenPicture((address) => {
      // What cannot be asked now is asked when there is a connection again.
      app.renewAddress(address).catch(() => {});
    }),
    followUnsent(app, userId),
    app.reachability.onRecovered(() => {
      app.outside.reloadBrokenPictures();
      const { project } = app.state;
      const isOnlyHere = project.status === 'ready' && project.serverId === null;
      if (app.reachability.connection() === 'online' && (isOnlyHere || project.status === 'failed')) load();
    }),
  ];
  const load = (): void => {
    loadActiveProject(app, userId, app.texts().t.project.defaultName, loading.signal).catch(
      (error: unknown) => {
        if (loading.signal.aborted) return;
        app.state.project.status = 'failed';
        failStart(app, error);
      },
    );
  };
  load();
  import('./features/tutorial/offer-tutorial.ts').then(
    ({ offerTutorial }) => {
      if (!loading.signal.aborted) stops.push(offerTutorial(app, userId));
    },
    // What cannot be fetched is not offered: the next session asks again.
    () => {},
  );
  import('./features/libraries/keep-starter.ts').then(
    ({ keepStarterAtRest }) => {
      if (!loading.signal.aborted) stops.push(keepStarterAtRest(app, onError));
    },
    () => {},
  );
  return () => {
    loading.abort();
    void copy.flush().catch(onError);
    copy.stop();
    app.workingCopy.current = null;
    for (const stop of stops) stop();
  };
}

/** A bug before there is a project to work on. */
function failStart(app: App, error: unknown): void {
  // A dialog, or the stage, says it and what to do.
  if (isFailure(error, 'device-storage-newer')) return;
  if (isFailure(error, 'device-storage-unavailable')) {
    app.state.project.failure = error.failure;
    return;
  }
  app.toasts.show('error', app.texts().t.project.fatal, { area: 'page', cause: error });
  app.outside.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
