import { useState } from 'react';

/**
 * Whether a section is open: it opens and closes with what is set in it, and by hand in between (S3 4).
 *
 * @param isSet True while the section holds something to show; its change opens or closes the section.
 */
export function useOpenSection(isSet: boolean): [boolean, (isOpen: boolean) => void] {
  const [state, setState] = useState({ wasSet: isSet, isOpen: isSet });
  const isOpen = state.wasSet === isSet ? state.isOpen : isSet;
  if (state.wasSet !== isSet) setState({ wasSet: isSet, isOpen: isSet });
  return [isOpen, (next) => setState({ wasSet: isSet, isOpen: next })];
}
