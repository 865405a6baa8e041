import { HOUR_MS } from '../../contract/constants.ts';
import { forgetOldRows } from '../db/forget-old-rows.ts';
import type { Deps } from '../deps.ts';
import { sweepUploads } from '../models/sweep-uploads.ts';
import { binOldRenders } from '../renders/bin-old-renders.ts';
import { describeShared, meetStore } from '../storage/meet-store.ts';
import { sweepFiles } from '../storage/sweep-files.ts';
import { sweepUnused } from '../storage/sweep-unused.ts';
import type { Closers } from './closers.ts';

const PERIOD_MS = 6 * HOUR_MS;

/** Removes what is of no use any more, now in the background and then every six hours; docs/growth.md says what. */
export function startMaintenance(deps: Deps, closers: Closers): void {
  const { db } = deps.database;
  const { storage, locks, arriving } = deps.services;
  const store = { db, storage, locks, arriving };
  let isTold = false;
  const tellShared = async (): Promise<void> => {
    for (const shared of isTold ? [] : await meetStore(store)) {
      isTold = true;
      deps.logger.error({ place: shared.address, others: shared.others }, describeShared(shared));
    }
  };
  const work = async (signal: AbortSignal): Promise<void> => {
    const steps = [
      tellShared,
      () => sweepUploads(store),
      () => forgetOldRows(db, deps.now()),
      () => binOldRenders(db, deps.config.rendersKeptDays, deps.now()),
      () => sweepUnused(db, deps.now()),
      () => sweepFiles(store),
    ];
    for (const step of steps) if (!signal.aborted) await step();
  };
  const run = (): void => deps.services.background.run('housekeeping', work);
  run();
  const timer = setInterval(run, PERIOD_MS);
  closers.add(async () => clearInterval(timer));
}
