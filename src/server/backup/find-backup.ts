import { SetupError } from '../process/setup-error.ts';
import { isBackupName } from './backup-names.ts';
import { openPlace, type PlaceSettings } from './places/open-place.ts';
import type { BackupPlace } from './places/place.ts';
import { readAddress, writeAddress } from './places/read-address.ts';

/** A backup, by its name in the place that its files are shared in. */
export interface KeptBackup {
  readonly place: BackupPlace;
  readonly name: string;
}

/** An address that a person gave: a place of backups, or one of them: then its name, too. */
export function splitAddress(text: string): { readonly address: string; readonly name: string | null } {
  const address = writeAddress(readAddress(text));
  const [, place, last] = /^(.*)[/\\]([^/\\]+)$/.exec(address) ?? [];
  const isOne = place !== undefined && last !== undefined && isBackupName(last);
  return isOne ? { address: place === '' ? '/' : place, name: last } : { address, name: null };
}

/**
 * Opens the place of a backup; whoever calls closes it.
 *
 * @param from A backup, or a place of backups: then the last of them.
 * @throws SetupError where there is none.
 */
export async function findBackup(from: string, settings: PlaceSettings): Promise<KeptBackup> {
  const { address, name } = splitAddress(from);
  const place = await openPlace(address, settings);
  if (name !== null) return { place, name };
  try {
    const last = (await place.list())
      .map((one) => one.name)
      .sort()
      .at(-1);
    if (last === undefined) throw new SetupError(`There is no backup in ${address}.`);
    return { place, name: last };
  } catch (error) {
    place.close();
    throw error;
  }
}
