import { snapshot, subscribe } from 'valtio';
import type { App } from '../core/app.ts';
import { readAddress, type Whereabouts, writeAddress } from '../scene/address.ts';

/**
 * Keeps address and page together: an address opens what it names, what a person opens can be closed with the browser's
 * way back, and what they close is not left on it. Returns the function that stops, with the address as the page is then.
 */
export function followAddress(app: Pick<App, 'outside' | 'state'>): () => void {
  const { shell, gallery } = app.state;
  const { address } = app.outside;
  const look = (): Whereabouts => {
    const { place, modal } = snapshot(shell);
    const isGallery = place === 'assets' && gallery.isOpen;
    return { place, modal, gallery: isGallery ? { openId: gallery.openId } : null };
  };
  let shown = look();
  /** The way back was asked for, and the browser has not gone there yet. */
  let isReturning = false;

  const take = (): void => {
    const said = readAddress(address.fragment(), look());
    if (said === null) return;
    shell.place = said.place;
    shell.modal = said.modal;
    if (said.place === 'assets') {
      gallery.isOpen = said.gallery !== null;
      gallery.openId = said.gallery?.openId ?? null;
    }
    shown = look();
  };
  const followPage = (): void => {
    const now = look();
    if (isReturning || isSame(now, shown)) return;
    const before = shown;
    shown = now;
    const isClosed = isWithout(before, now);
    if (isClosed && address.isOpened()) {
      isReturning = true;
      // The way back takes a while; a reload on it must not open again what was closed.
      address.change(writeAddress(now));
      address.back();
    } else if (before.modal === null && !isClosed) address.open(writeAddress(now));
    else address.change(writeAddress(now));
  };
  /** What a person did while the browser was on its way back counts, and not what is written there. */
  const arrive = (): void => {
    const isOurs = isReturning;
    isReturning = false;
    if (!isOurs) take();
    else if (isSame(look(), shown)) address.change(writeAddress(shown));
    else followPage();
  };

  const said = address.fragment();
  if (said !== '') take();
  const stops = [subscribe(shell, followPage), subscribe(gallery, followPage), address.onReturn(arrive)];
  return () => {
    for (const stop of stops) stop();
    address.change(writeAddress(look()));
  };
}

function isSame(one: Whereabouts, other: Whereabouts): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True for a step that only closed what lay on top: a window, or a render of the gallery. */
function isWithout(before: Whereabouts, now: Whereabouts): boolean {
  if (before.modal !== null) return isSame({ ...before, modal: null }, now);
  return before.gallery?.openId != null && isSame({ ...before, gallery: { openId: null } }, now);
}
