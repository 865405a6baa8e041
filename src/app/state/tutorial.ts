export interface TutorialState {
  /** Which step is shown, from 1; null while it is closed. */
  step: number | null;
  /** The person has come to its end, and has not been told yet. */
  hasEnded: boolean;
}

export function initialTutorial(): TutorialState {
  return { step: null, hasEnded: false };
}
