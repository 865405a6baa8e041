import type { StudioNodeId } from '../../contract/render-nodes.ts';
import { initialLoader, type LoaderState } from './loader-state.ts';

export interface ProgressState {
  loader: LoaderState;
  /** Data URL of the running render's preview (at most 512 px), and which render it shows. */
  preview: { renderId: number; image: string } | null;
  /** The order that this tab draws on this device: 0 to 100, where it is, and an address of what is there so far. */
  here: {
    key: string;
    percent: number;
    nodeId: StudioNodeId | null;
    preview: string | null;
  } | null;
  /** Nothing is drawn in this tab: nobody looks at it, and the device runs on its battery. */
  isSparing: boolean;
  /** Orders of this device that are not finished. */
  hereCount: number;
  /** Pictures that were finished while nobody looked at the page. */
  unseen: number;
  /** Sentence for the live region when something finished, and how many there were: the same again is said again. */
  announcement: { text: string; count: number };
}

export function initialProgress(): ProgressState {
  return {
    loader: initialLoader(),
    preview: null,
    here: null,
    isSparing: false,
    hereCount: 0,
    unseen: 0,
    announcement: { text: '', count: 0 },
  };
}

/** Has a screen reader say a sentence, also one that it said before. */
export function announce(progress: ProgressState, text: string): void {
  progress.announcement = { text, count: progress.announcement.count + 1 };
}
