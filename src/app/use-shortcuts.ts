import { useEffect, useRef } from 'react';
import type { App } from './app.ts';

/** Save, undo and redo for the whole page. While a person types, undo belongs to the field. */
export function useShortcuts(app: App, onSave: () => Promise<void>): void {
  const save = useRef(onSave);
  save.current = onSave;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        void save.current();
      } else if ((key === 'z' || key === 'y') && !isTyping(event.target)) {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) app.commands.redo();
        else app.commands.undo();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [app]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
