import type { ContentHash } from '../../contract/ids.ts';
import type { Label } from '../../contract/scene/label.ts';
import type { LabelOutline } from '../../contract/stage.ts';

/** A picture that waits for the place where it goes on the product. */
export interface WaitingLabel {
  readonly hash: ContentHash;
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** As its file says; null where it does not. */
  readonly widthMetres: number | null;
}

/** Labels while the page is open; the labels themselves are settings of the project. */
export interface LabelsState {
  waiting: WaitingLabel | null;
  /** Pictures that are being made ready, each as a name of its own. */
  reading: string[];
  /** Its place in the list; null for none, and beyond the list's end. */
  selected: number | null;
  /** The section or the tab is open: then the selected one can be dragged on the stage. */
  isOpen: boolean;
  /** Where the selected one is seen on the stage while it can be dragged; null where it is not. */
  outline: LabelOutline | null;
  /** What a drag of a handle makes of a label, until it is let go. */
  draft: { readonly index: number; readonly label: Label } | null;
}

export function initialLabels(): LabelsState {
  return { waiting: null, reading: [], selected: null, isOpen: false, outline: null, draft: null };
}
