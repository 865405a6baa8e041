import { type RefObject, useEffect, useRef } from 'react';
import { type ChosenFile, collectDrop } from '../../collect-files.ts';

/**
 * Takes files that are dropped anywhere on the dialog that an element stands in, folders with all that is in them; the page
 * would look for a model in them.
 *
 * @param onDrop Null takes them, too, and does nothing with them. A folder that cannot be read gives nothing.
 */
export function useFileDrop(
  inside: RefObject<HTMLElement | null>,
  onDrop: ((files: readonly ChosenFile[]) => void) | null,
): void {
  const taker = useRef(onDrop);
  taker.current = onDrop;
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>('[role=dialog]');
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
  }, [inside]);
}
