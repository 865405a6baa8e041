import type { RenderId } from '../../contract/ids.ts';

/** Where a person is in the gallery of renders, which is a place of the Assets section. */
export interface GalleryState {
  /** The gallery is what Assets shows, and not a library. */
  isOpen: boolean;
  /** The render whose details are shown; null for the pictures. */
  openId: RenderId | null;
}

export function initialGallery(): GalleryState {
  return { isOpen: false, openId: null };
}
