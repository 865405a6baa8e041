import { z } from 'zod';
import { RenderId } from '../contract/ids.ts';
import type { Modal, ShellState } from './state.ts';

/** What an address can say: the main tool, and what lies over it. */
export type Whereabouts = Pick<ShellState, 'place' | 'modal'>;

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
] as const;
const Place = z.enum(PLACES);
const Window = z.enum(WINDOWS);
const RenderAddress = z.templateLiteral(['render/', z.number().int().positive()]);

/**
 * Reads the part of an address after `#`: `edit`, `pricing`, `render/12`.
 *
 * @param place What is open, for an address that only says what lies over it.
 * @returns Null for what is no address of ours.
 */
export function readAddress(fragment: string, place: ShellState['place']): Whereabouts | null {
  if (fragment === '') return { place: 'create', modal: null };
  const asPlace = Place.safeParse(fragment);
  if (asPlace.success) return { place: asPlace.data, modal: null };
  const asWindow = Window.safeParse(fragment);
  if (asWindow.success) return { place, modal: { kind: asWindow.data } };
  const asRender = RenderAddress.safeParse(fragment);
  if (!asRender.success) return null;
  const renderId = RenderId.safeParse(Number(asRender.data.slice('render/'.length)));
  return renderId.success ? { place, modal: { kind: 'result', renderId: renderId.data } } : null;
}

/** The part of an address after `#`; of what has none, that of the place beneath. */
export function writeAddress({ place, modal }: Whereabouts): string {
  return modal === null ? place : (writeModal(modal) ?? place);
}

function writeModal(modal: Modal): string | null {
  if (modal.kind === 'result') return `render/${modal.renderId}`;
  return Window.safeParse(modal.kind).data ?? null;
}
