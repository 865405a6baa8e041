import type { App } from '../../core/app.ts';

/** Takes back an order of this device: the tab that draws it stops at once. What it finished of a batch goes, too. */
export async function cancelHere(app: Pick<App, 'db'>, key: string): Promise<void> {
  await app.db.run(() =>
    app.db.deviceRenders
      .where('key')
      .equals(key)
      // By now it may be the outbox's.
      .and(({ state }) => state !== 'finished')
      .delete(),
  );
}

/** Has one that failed drawn again, with what it had finished. */
export async function drawAgain(app: Pick<App, 'db'>, key: string): Promise<void> {
  await app.db.run(() => app.db.deviceRenders.update(key, { state: 'waiting', attempts: 0, failure: null }));
}
