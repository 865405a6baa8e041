import { subscribe } from 'valtio';
import { Workbox } from 'workbox-window';
import { HOUR_MS } from '../../contract/constants.ts';
import type { TabLine } from '../browser/outside.ts';
import type { AppBase } from '../core/app.ts';

/** A page left open looks for a new version this often, in milliseconds. */
const UPDATE_CHECK_MS = HOUR_MS;
/** A tab that does not answer for so long is asleep; it wrote its work when it was hidden. */
const ANSWER_MS = 1_000;
/** Where `requestIdleCallback` is missing (Safari), the page counts as at rest after this. */
const REST_MS = 5_000;
/** What all tabs of this origin speak of an update on. */
const UPDATE_LINE = 'vitrine-update';

type UpdatingApp = Pick<AppBase, 'outside' | 'state' | 'workingCopy' | 'toasts' | 'texts'>;

/** What an update needs of the browser. */
interface VersionChange {
  /** Lets the waiting version take over; {@link Updates.changed} follows in every tab. */
  activate(): void;
  reload(): void;
}

interface Updates {
  /** The person wants the update: resolves when every tab has put its work away and the new version was let in. */
  accept(): Promise<void>;
  /** The new version has taken over: reloads this tab once its own work is away. */
  changed(): Promise<void>;
  /** This tab closes: nobody has to wait for it. */
  leave(): void;
}

type UpdateMessage =
  | { readonly kind: 'prepare'; readonly round: string }
  | { readonly kind: 'here' | 'busy' | 'ready'; readonly round: string; readonly tab: string }
  | { readonly kind: 'gone'; readonly tab: string };

/**
 * Registers the service worker, has it fetch the rest of the application once the page is at rest, and takes updates
 * only when the person says so.
 *
 * @returns Accepts a waiting update, see {@link followUpdates}.
 */
export function registerOffline(app: UpdatingApp): () => Promise<void> {
  if (!app.outside.isSecure || !('serviceWorker' in navigator)) return async () => {};
  const workbox = new Workbox('/offline.js', { scope: '/' });
  // Where tabs cannot speak of it, each still puts its own work away before it reloads.
  const line = app.outside.openLine(UPDATE_LINE);
  let hasWaited = false;
  const updates = followUpdates(app, line, {
    activate: () => {
      navigator.serviceWorker
        .getRegistration('/')
        // A page that may not ask of it loads again, which brings the newest version as well.
        .catch(() => undefined)
        .then((registration) => {
          // Another tab may have let it in already.
          if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
          else void updates.changed();
        });
    },
    reload: () => location.reload(),
  });
  addEventListener('pagehide', updates.leave);
  workbox.addEventListener('waiting', () => {
    hasWaited = true;
    app.state.shell.hasUpdate = true;
  });
  // The first one takes over a page of its own version.
  let isControlled = navigator.serviceWorker.controller !== null;
  workbox.addEventListener('controlling', () => {
    if (isControlled) void updates.changed();
    isControlled = true;
  });
  workbox.addEventListener('activated', () => {
    if (hasWaited) void updates.changed();
  });
  workbox.register().catch(() => undefined);
  setInterval(() => void workbox.update().catch(() => undefined), UPDATE_CHECK_MS);
  void navigator.serviceWorker.ready.then(({ active }) => {
    const fetchLater = (): void => active?.postMessage({ type: 'FETCH_LATER' });
    if ('requestIdleCallback' in window) requestIdleCallback(fetchLater);
    else setTimeout(fetchLater, REST_MS);
  });
  return updates.accept;
}

/**
 * Changes versions in step with the other tabs. Every tab writes its edits and answers before the new version is let
 * in; one that cannot write, or is taking in or sending files, says so and the update waits for it. Each tab reloads by itself,
 * and again only after its own work is away.
 *
 * @param line Stays open as long as the page.
 */
export function followUpdates(app: UpdatingApp, line: TabLine, version: VersionChange): Updates {
  const tab = app.outside.randomUuid();
  const heard = new EventTarget();
  /** Tabs that have answered this tab's round and are not ready yet. */
  const open = new Set<string>();
  let round = '';
  let isChanging = false;

  const post = (message: UpdateMessage): void => line.postMessage(message);
  const sayBusy = (): void => {
    app.toasts.show('info', app.texts().t.shell.updateBusy, { area: 'page' });
  };
  const prepare = async (asked: string): Promise<void> => {
    post({ kind: 'here', round: asked, tab });
    await putAway(app, () => {
      post({ kind: 'busy', round: asked, tab });
      sayBusy();
    });
    post({ kind: 'ready', round: asked, tab });
  };
  line.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<UpdateMessage>;
    if (data.kind === 'prepare') void prepare(data.round);
    else if (data.kind === 'gone') open.delete(data.tab);
    else if (data.round === round) {
      if (data.kind === 'ready') open.delete(data.tab);
      else open.add(data.tab);
      if (data.kind === 'busy') sayBusy();
    }
    heard.dispatchEvent(new Event('message'));
  });

  return {
    async accept() {
      const mine = app.outside.randomUuid();
      round = mine;
      open.clear();
      const answers = new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      post({ kind: 'prepare', round });
      await Promise.all([putAway(app, sayBusy), answers]);
      while (open.size > 0) await once(heard);
      // Pressed again meanwhile: the newer round goes on.
      if (round === mine) version.activate();
    },
    async changed() {
      if (isChanging) return;
      isChanging = true;
      await putAway(app, sayBusy);
      version.reload();
    },
    leave: () => post({ kind: 'gone', tab }),
  };
}

/** Resolves when nothing of this tab would be lost by a reload. */
async function putAway(app: UpdatingApp, onBusy: () => void): Promise<void> {
  const { project, shell, stage, order } = app.state;
  let isTold = false;
  for (;;) {
    const copy = app.workingCopy.current;
    const isWritten = await (copy?.flush() ?? Promise.resolve()).then(
      () => copy === null || project.isOnDevice,
      () => false,
    );
    // A model that comes in, and an order that is put together, are nowhere else yet.
    const isComing = stage.load?.isImport === true || order.button === 'preparing';
    if (isWritten && !isComing && shell.uploadFraction === null && shell.unfinished === 0) return;
    if (!isTold) onBusy();
    isTold = true;
    await new Promise<void>((resolve) => {
      const stops = [project, shell, stage, order].map((part) =>
        subscribe(part, () => {
          for (const stop of stops) stop();
          resolve();
        }),
      );
    });
  }
}

function once(target: EventTarget): Promise<void> {
  return new Promise((resolve) => target.addEventListener('message', () => resolve(), { once: true }));
}
