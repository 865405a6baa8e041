import {
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { TabListStateContext } from 'react-aria-components';
import { TABBABLE } from './tabbable.ts';

const WATCHED = { subtree: true, childList: true, attributeFilter: ['tabindex', 'disabled', 'inert'] };

/**
 * What a tab shows, in its `Tabs`; nothing for as long as another is chosen. The library's own asks after every
 * drawing for the first thing in it that is seen and takes the focus, which lays out the whole page in the middle of a
 * task: with a model of thousands of materials that was half of the task.
 *
 * @param id Of its tab.
 */
export function TabPanel({
  id,
  className,
  children,
}: {
  readonly id: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const state = useContext(TabListStateContext);
  const isShown = state?.selectedKey === id;
  return isShown ? <Panel className={className}>{children}</Panel> : null;
}

function Panel({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  // What the tab says that it controls. It is in the document by the time the list of tabs has been read.
  useContext(TabListStateContext);
  const [names, setNames] = useState<{ readonly own: string; readonly tab: string } | null>(null);
  useLayoutEffect(() => {
    const tab = panel.current?.parentElement?.querySelector('[role="tab"][aria-selected="true"]');
    const own = tab?.getAttribute('aria-controls');
    if (tab && own && own !== names?.own) setNames({ own, tab: tab.id });
  });
  const isBare = useIsBare(panel);
  return (
    <div
      ref={panel}
      role="tabpanel"
      id={names?.own}
      aria-labelledby={names?.tab}
      tabIndex={isBare ? 0 : undefined}
      className={className}
    >
      {children}
    </div>
  );
}

/** True while the Tab key finds nothing in it: then it takes the focus itself, so that it is read and scrolled by keys. */
function useIsBare(box: RefObject<HTMLElement | null>): boolean {
  const [isBare, setBare] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setBare(element.querySelector(TABBABLE) === null);
    look();
    const observer = new MutationObserver(look);
    observer.observe(element, WATCHED);
    return () => observer.disconnect();
  }, [box]);
  return isBare;
}
