import { type RefObject, useEffect } from 'react';
import { TABBABLE } from './tabbable.ts';

/** How many frames a menu or a question that closes has to give the focus back, to what is gone by then. */
const FRAMES = 20;

/**
 * Where something of a list is taken away that had the focus, what stands in its place has it by its name, the last where it
 * was the last, and with nothing left the first control around the list: on the page itself the next Tab would begin at the top.
 *
 * @param block Around the list and what adds to it; in the document for as long as the caller is.
 */
export function useListFocus(block: RefObject<HTMLElement | null>): void {
  useEffect(() => (block.current === null ? undefined : followFocus(block.current)), [block]);
}

function followFocus(block: HTMLElement): () => void {
  let last: { readonly element: Element; readonly list: Element | null; readonly index: number } | null =
    null;
  const follow = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    const row = target.closest('li, [role=row]');
    const list = row?.parentElement ?? null;
    last = {
      element: target,
      list,
      index: row === null || list === null ? 0 : [...list.children].indexOf(row),
    };
  };
  const mend = (): void => {
    if (last === null || last.element.isConnected) return;
    const { list, index } = last;
    last = null;
    const give = (framesLeft: number): void => {
      if (!block.isConnected) return;
      if (document.activeElement !== document.body) {
        if (framesLeft > 0) requestAnimationFrame(() => give(framesLeft - 1));
        return;
      }
      const rows = list?.isConnected ? list.children : null;
      const place = rows?.[Math.min(index, rows.length - 1)] ?? block;
      const name = place.matches('[role=row]') ? place : place.querySelector(TABBABLE);
      if (name instanceof HTMLElement) name.focus();
    };
    give(FRAMES);
  };
  // Who leaves by hand is not to be brought back by what others take away later.
  const leave = ({ target }: FocusEvent): void => {
    setTimeout(() => {
      if (last?.element === target && last?.element.isConnected && document.activeElement === document.body)
        last = null;
    });
  };
  const observer = new MutationObserver(mend);
  observer.observe(block, { subtree: true, childList: true });
  block.addEventListener('focusin', follow);
  block.addEventListener('focusout', leave);
  return () => {
    observer.disconnect();
    block.removeEventListener('focusin', follow);
    block.removeEventListener('focusout', leave);
  };
}
