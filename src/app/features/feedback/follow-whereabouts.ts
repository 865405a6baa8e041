import { subscribe } from 'valtio';
import type { App } from '../../core/app.ts';
import { writeAddress } from '../../scene/address.ts';

/** Knows where a person is, or was before the window of feedback lay over it. */
export interface WhereaboutsBefore {
  /** The part of an address after `#`. */
  read(): string;
  stop(): void;
}

export function followWhereabouts({ state }: Pick<App, 'state'>): WhereaboutsBefore {
  const { shell, gallery } = state;
  const look = (): string => {
    const { place, modal } = shell;
    const isOver = modal?.kind === 'feedback';
    const isGallery = place === 'assets' && gallery.isOpen;
    return writeAddress({
      place,
      modal: isOver ? null : modal,
      gallery: isGallery ? { openId: gallery.openId } : null,
    });
  };
  let last = look();
  const follow = (): void => {
    if (shell.modal?.kind !== 'feedback') last = look();
  };
  const stops = [subscribe(shell, follow, true), subscribe(gallery, follow, true)];
  return {
    read: () => last,
    stop() {
      for (const stop of stops) stop();
    },
  };
}
