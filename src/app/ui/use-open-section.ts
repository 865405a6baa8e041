import { useState } from 'react';

/**
 * Whether a section is open: it opens and closes with what is set in it, and by hand in between (S3 4).
 *
 * @param isSet True while the section holds something to show; its change opens or closes the section.
 * @param isLocked Closed until the project stands on the stage.
 * @param opensOnLoad Whether what is set by then opens it.
 */
export function useOpenSection(
  isSet: boolean,
  { isLocked, opensOnLoad = true }: { readonly isLocked: boolean; readonly opensOnLoad?: boolean },
): [boolean, (isOpen: boolean) => void] {
  const [state, setState] = useState({ isSet, isLocked, isOpen: isSet && !isLocked && opensOnLoad });
  let { isOpen } = state;
  if (state.isSet !== isSet || state.isLocked !== isLocked) {
    isOpen = isSet && !isLocked && (opensOnLoad || !state.isLocked);
    setState({ isSet, isLocked, isOpen });
  }
  return [isOpen, (next) => setState({ isSet, isLocked, isOpen: next })];
}
