import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useMemo, useState } from 'react';

interface Group {
  /** The section that was opened last and is still open. */
  readonly current: string | null;
  readonly claim: (id: string) => void;
  readonly leave: (id: string) => void;
}

const NO_GROUP: Group = { current: null, claim: () => undefined, leave: () => undefined };
const GroupContext = createContext(NO_GROUP);

/** Sections inside show one at a time: the one that was opened last. Closed again, it leaves the place as it was. */
export function SectionGroup({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const group = useMemo<Group>(
    () => ({
      current: opened.at(-1) ?? null,
      claim: (id) => setOpened((old) => [...old.filter((other) => other !== id), id]),
      leave: (id) => setOpened((old) => (old.includes(id) ? old.filter((other) => other !== id) : old)),
    }),
    [opened],
  );
  return <GroupContext value={group}>{children}</GroupContext>;
}

/**
 * Whether a section is open: it opens and closes with what is set in it, and by hand in between (S3 4). In a
 * {@link SectionGroup} another one that is opened takes its place.
 *
 * @param isSet True while the section holds something to show; its change opens or closes the section.
 * @param isLocked Closed until the project stands on the stage.
 * @param opensOnLoad Whether what is set by then opens it.
 */
export function useOpenSection(
  isSet: boolean,
  { isLocked, opensOnLoad = true }: { readonly isLocked: boolean; readonly opensOnLoad?: boolean },
): [boolean, (isOpen: boolean) => void] {
  const id = useId();
  const { current, claim, leave } = useContext(GroupContext);
  const [state, setState] = useState({ isSet, isLocked, isOpen: isSet && !isLocked && opensOnLoad });
  let { isOpen } = state;
  if (state.isSet !== isSet || state.isLocked !== isLocked) {
    isOpen = isSet && !isLocked && (opensOnLoad || !state.isLocked);
    setState({ isSet, isLocked, isOpen });
  }
  // Before the next frame: two sections that open together are never seen open together.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening claims the place once, not whenever others do
  useLayoutEffect(() => (isOpen ? claim(id) : leave(id)), [isOpen, id]);
  const change = (next: boolean): void => {
    setState({ isSet, isLocked, isOpen: next });
    if (next) claim(id);
  };
  return [isOpen && (current === null || current === id), change];
}
