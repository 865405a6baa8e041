import { z } from 'zod';
import { RenderId } from '../../contract/ids.ts';
import type { Modal, ShellState } from '../state/state.ts';

/** What an address can say: the main tool, what it shows, and what lies over it. */
export interface Whereabouts extends Pick<ShellState, 'place' | 'modal'> {
  /** The renders, which are a place of their own for an address; null while they are not shown. */
  readonly gallery: { readonly openId: RenderId | null } | null;
}

const PLACES = ['create', 'edit', 'assets'] as const;
/** Windows with an address of their own. What else lies over the page needs what was chosen on it. */
const WINDOWS = [
  'pricing',
  'credits',
  'ledger',
  'profile',
  'settings',
  'help',
  'feedback',
  'staff',
  'about',
  'engines',
  'projects',
  'shortcuts',
  'unsent',
] as const;
const Place = z.enum(PLACES);
const Window = z.enum(WINDOWS);

/**
 * Reads the part of an address after `#`: `edit`, `pricing`, `render/12`, `gallery/12`.
 *
 * @param open What is open, for an address that only says what lies over it.
 * @returns Null for what is no address of ours.
 */
export function readAddress(fragment: string, open: Whereabouts): Whereabouts | null {
  const none = { modal: null, gallery: null };
  if (fragment === '') return { place: 'create', ...none };
  const asPlace = Place.safeParse(fragment);
  if (asPlace.success) return { place: asPlace.data, ...none };
  const asWindow = Window.safeParse(fragment);
  if (asWindow.success) return { ...open, modal: { kind: asWindow.data } };
  if (fragment === 'gallery') return { place: 'assets', modal: null, gallery: { openId: null } };
  const [, kind, id] = /^(render|gallery)\/([1-9]\d{0,8})$/.exec(fragment) ?? [];
  if (kind === undefined) return null;
  const renderId = RenderId.parse(Number(id));
  if (kind === 'render') return { ...open, modal: { kind: 'result', renderId } };
  return { place: 'assets', modal: null, gallery: { openId: renderId } };
}

/** The part of an address after `#`; of what has none, that of the place beneath. */
export function writeAddress({ place, modal, gallery }: Whereabouts): string {
  const named = modal === null ? null : writeModal(modal);
  if (named !== null) return named;
  if (gallery === null) return place;
  return gallery.openId === null ? 'gallery' : `gallery/${gallery.openId}`;
}

function writeModal(modal: Modal): string | null {
  if (modal.kind === 'result') return `render/${modal.renderId}`;
  return Window.safeParse(modal.kind).data ?? null;
}
