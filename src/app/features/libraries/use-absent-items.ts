import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { listAbsent } from './list-absent.ts';

const NONE: ReadonlySet<number> = new Set();

/** Ids of the items that cannot be chosen now: there is no connection, and their pictures are not on this device. */
export function useAbsentItems(items: readonly LibraryItemBody[] | undefined): ReadonlySet<number> {
  const app = useApp();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const [absent, setAbsent] = useState(NONE);
  useEffect(() => {
    if (!isOffline || items === undefined) return setAbsent(NONE);
    let isOver = false;
    listAbsent(app, items).then(
      (found) => {
        if (!isOver) setAbsent(found);
      },
      // Without a storage nothing is known of them: each is tried when it is chosen.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [app, isOffline, items]);
  return absent;
}
