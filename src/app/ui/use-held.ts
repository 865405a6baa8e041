import { createContext, type Dispatch, type SetStateAction, useContext, useEffect } from 'react';

const Holds = createContext<Dispatch<SetStateAction<number>> | null>(null);

/** Stands in a window whose parts may hold it, with the setter of how many do: while any does, no press beside it closes it. */
export const HeldWindow = Holds.Provider;

/** Holds the window around the caller: its work, or what is shown only now, would be lost with it. */
export function useHeld(isHeld: boolean): void {
  const setCount = useContext(Holds);
  useEffect(() => {
    if (!isHeld || setCount === null) return;
    setCount((count) => count + 1);
    return () => setCount((count) => count - 1);
  }, [isHeld, setCount]);
}
