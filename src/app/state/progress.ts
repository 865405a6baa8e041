import { initialLoader } from './loader-machine.ts';
import type { LoaderState } from './loader-state.ts';

export interface ProgressState {
  loader: LoaderState;
  /** Data URL of the running render's preview (at most 512 px), and which render it shows. */
  preview: { renderId: number; image: string } | null;
  /** Sentence for the live region when something finished or failed. */
  announcement: string;
}

export function initialProgress(): ProgressState {
  return { loader: initialLoader(), preview: null, announcement: '' };
}
