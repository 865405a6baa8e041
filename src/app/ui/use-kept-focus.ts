import { type RefObject, useEffect } from 'react';
import { TABBABLE } from './tabbable.ts';

/** How many things that had the focus are remembered by their names. */
const MAX_NAMES = 10;

/**
 * The focus of a dialog stays in it when what had it is taken away, as a form is that was sent: on the page itself no key
 * closes the dialog. It goes to what came in its place, there to what had it before, else to what stands nearest, and with
 * nothing near to the dialog itself: not to the button that closes it, which the next press would hit. What is switched off
 * under the focus gives it to the dialog.
 *
 * @param dialog In the document for as long as the caller is.
 */
export function useKeptFocus(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => (dialog.current === null ? undefined : keepFocus(dialog.current)), [dialog]);
}

function keepFocus(dialog: HTMLElement): () => void {
  /** What had the focus last, and all it stood in, from the inside out. */
  let path: readonly Element[] = [];
  /** Of what had the focus, the latest first. */
  let names: readonly string[] = [];
  const note = (element: Element): void => {
    path = listPath(element, dialog);
    names = [nameOf(element), ...names].slice(0, MAX_NAMES);
  };
  const mend = (changes: readonly MutationRecord[]): void => {
    const [last] = path;
    const { activeElement } = document;
    const isLost = last?.isConnected === false && activeElement === document.body;
    // A browser lets go of what is switched off only when it draws next.
    const isOff =
      last?.matches(':disabled') === true && [last, document.body].includes(activeElement as Element);
    // What lies over the dialog has the focus to give back.
    if (!(isLost || isOff) || dialog.closest('[inert], [aria-hidden="true"]') !== null) return;
    if (isOff) {
      // What stands beside it is something else, which the next press would do.
      dialog.focus();
      return;
    }
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const place of path.filter((element) => element.isConnected)) {
      const all = [...place.querySelectorAll<HTMLElement>(TABBABLE)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
      const fresh = all.filter((element) => added.some((node) => node.contains(element)));
      const isNear = fresh.length > 0 || place !== dialog;
      const next = chooseNext(fresh.length > 0 ? fresh : all, names, isNear);
      if (next === undefined) continue;
      next.focus();
      return;
    }
    dialog.focus();
  };
  const follow = ({ target }: FocusEvent): void => {
    if (target instanceof Element) note(target);
  };
  if (document.activeElement !== null && dialog.contains(document.activeElement))
    note(document.activeElement);
  const observer = new MutationObserver(mend);
  observer.observe(dialog, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  dialog.addEventListener('focusin', follow);
  return () => {
    observer.disconnect();
    dialog.removeEventListener('focusin', follow);
  };
}

function listPath(element: Element, end: Element): Element[] {
  const path = [element];
  for (let at = element; at !== end && at.parentElement !== null; at = at.parentElement) {
    path.push(at.parentElement);
  }
  return path;
}

function chooseNext(
  candidates: readonly HTMLElement[],
  names: readonly string[],
  isNear: boolean,
): HTMLElement | undefined {
  for (const name of names) {
    const same = candidates.find((element) => nameOf(element) === name);
    if (same !== undefined) return same;
  }
  return isNear ? candidates[0] : undefined;
}

/** The same for a button that was drawn anew. */
function nameOf(element: Element): string {
  return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
}
