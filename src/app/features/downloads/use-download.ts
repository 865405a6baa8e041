import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../../browser/expected-errors.ts';
import { useHeld } from '../../ui/use-held.ts';

/** A download that runs: how far it is, and a way to stop it. */
export interface Download {
  /** 0 to 1; null while nothing runs. */
  readonly fraction: number | null;
  /** Ends when the work does, or is cancelled; the window that goes cancels as well. */
  run(work: (onProgress: (fraction: number) => void, signal: AbortSignal) => Promise<void>): Promise<void>;
  cancel(): void;
}

/**
 * While it runs no press beside the window closes it.
 *
 * @param onFailed Told what went wrong, but for a cancellation.
 */
export function useDownload(onFailed: (error: unknown) => void): Download {
  const [fraction, setFraction] = useState<number | null>(null);
  useHeld(fraction !== null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    fraction,
    async run(work) {
      const controller = new AbortController();
      running.current = controller;
      setFraction(0);
      try {
        await work(setFraction, controller.signal);
      } catch (error) {
        if (!controller.signal.aborted && !isCancelled(error)) onFailed(error);
      } finally {
        if (running.current === controller) setFraction(null);
      }
    },
    cancel: () => running.current?.abort(),
  };
}
