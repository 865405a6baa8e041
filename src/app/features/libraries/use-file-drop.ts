import { type RefCallback, useCallback, useRef } from 'react';
import { type ChosenFile, collectDrop } from '../../browser/collect-files.ts';

/**
 * Takes files that are dropped anywhere on a dialog, folders with all that is in them; the page would look for a model in
 * them.
 *
 * @param onDrop Null takes them, too, and does nothing with them. A folder that cannot be read gives nothing.
 * @returns Ref of an element in the dialog.
 */
export function useFileDrop(
  onDrop: ((files: readonly ChosenFile[]) => void) | null,
): RefCallback<HTMLElement> {
  const taker = useRef(onDrop);
  taker.current = onDrop;
  return useCallback((inside: HTMLElement | null) => {
    const dialog = inside?.closest<HTMLElement>('[role=dialog]');
    if (dialog == null) return;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      const collected = collectDrop(event.dataTransfer).catch(() => []);
      void collected.then((files) => taker.current?.(files));
    };
    dialog.addEventListener('dragover', over);
    dialog.addEventListener('drop', drop);
    return () => {
      dialog.removeEventListener('dragover', over);
      dialog.removeEventListener('drop', drop);
    };
  }, []);
}
