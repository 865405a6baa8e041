import { isFailure } from '../../contract/failure.ts';
import type { Database } from '../data/db.ts';

const KEPT_AS = 'server-epoch';

/**
 * Makes what is told of every answer which epoch of the server it is of. In another one than this device knew, a backup was
 * restored there: of all that this device takes for sent nobody knows any more whether it is there, and it is marked so
 * (`put-back.ts`) before anybody takes what is lacking for deleted. A device that knows no epoch yet takes the first for the one
 * that it has always been in.
 *
 * What it makes throws AppError `device-storage-full`: without room for the marks no answer may be believed.
 */
export function createEpochMeeting(db: Database): (epoch: string) => Promise<void> {
  let met: string | null = null;
  return async (epoch) => {
    if (epoch === met) return;
    try {
      await meet(db, epoch);
      met = epoch;
    } catch (error) {
      // Where nothing can be kept there is nothing that could be lost.
      if (!isFailure(error, 'device-storage-unavailable') && !isFailure(error, 'device-storage-newer'))
        throw error;
    }
  };
}

async function meet(db: Database, epoch: string): Promise<void> {
  const read = async (): Promise<unknown> => (await db.kv.get(KEPT_AS))?.value;
  if ((await db.run(read)) === epoch) return;
  await db.write(async () => {
    const known = await read();
    await db.kv.put({ key: KEPT_AS, value: epoch });
    // Another tab may have been quicker.
    if (known === undefined || known === epoch) return;
    const putBack = true;
    await db.projects.filter(({ serverId }) => serverId !== null).modify({ putBack });
    await db.looks.filter(({ sentAt }) => sentAt !== null).modify({ putBack });
    await db.environments.filter(({ sentAt }) => sentAt !== null).modify({ putBack });
    await db.sketchStates.toCollection().modify({ putBack });
  });
}
