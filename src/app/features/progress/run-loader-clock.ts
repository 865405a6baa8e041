import {
  LOADER_CLEANUP_MS,
  LOADER_FADE_MS,
  PROGRESS_RESET_MS,
  PROGRESS_TO_ZERO_MS,
  QUEUED_FLASH_MS,
} from '../../../contract/constants.ts';
import type { LoaderEvent } from '../../state/loader-machine.ts';
import type { LoaderState } from '../../state/loader-state.ts';

/** What passes by itself: while `isOn`, `event` comes after `ms`. */
interface Passing {
  readonly event: LoaderEvent;
  readonly ms: number;
  readonly isOn: (loader: LoaderState) => boolean;
}

const PASSING: readonly Passing[] = [
  { event: { kind: 'queuedShown' }, ms: QUEUED_FLASH_MS, isOn: ({ phase }) => phase === 'queued' },
  { event: { kind: 'emptied' }, ms: PROGRESS_TO_ZERO_MS, isOn: ({ ending }) => ending !== null },
  {
    event: { kind: 'barReset' },
    ms: PROGRESS_RESET_MS - PROGRESS_TO_ZERO_MS,
    isOn: ({ isBarEmpty }) => isBarEmpty,
  },
  { event: { kind: 'errorDismissed' }, ms: LOADER_FADE_MS, isOn: ({ phase }) => phase === 'error' },
  { event: { kind: 'cleanedUp' }, ms: LOADER_CLEANUP_MS, isOn: ({ phase }) => phase === 'hidden' },
];

/** The loader's own passing of time: tells `send` what has been shown long enough. */
export function createLoaderClock(send: (event: LoaderEvent) => void): {
  /** Call after every change of the loader. */
  see(loader: LoaderState): void;
  stop(): void;
} {
  const running = new Map<Passing, ReturnType<typeof setTimeout>>();
  const end = (passing: Passing): void => {
    clearTimeout(running.get(passing));
    running.delete(passing);
  };
  return {
    see(loader) {
      for (const passing of PASSING) {
        if (!passing.isOn(loader)) end(passing);
        else if (!running.has(passing)) {
          const timer = setTimeout(() => {
            end(passing);
            send(passing.event);
          }, passing.ms);
          running.set(passing, timer);
        }
      }
    },
    stop() {
      for (const passing of PASSING) end(passing);
    },
  };
}
