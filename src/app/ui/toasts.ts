import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { TOAST_ACTION_MS, TOAST_MS } from '../../contract/constants.ts';

/** Who speaks: it decides, with the kind, how long a toast stands (A4). */
export type ToastArea = keyof typeof TOAST_MS;
export type ToastKind = keyof (typeof TOAST_MS)[ToastArea];

export interface ToastContent {
  readonly kind: ToastKind;
  readonly title: string;
  readonly message?: string;
  /** What was thrown, or its failure: its technical part stands behind "Details". */
  readonly cause?: unknown;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** The thing it is about, as `material:7`: the next toast about it takes its place. */
  readonly about?: string;
}

export interface ToastOptions extends Omit<ToastContent, 'kind' | 'title'> {
  /** By default the render workflow, which speaks most. */
  readonly area?: ToastArea;
}

/** The one toast service: `ToastRegion` draws `queue`, everybody else calls `show`. */
export interface Toasts {
  readonly queue: ToastQueue<ToastContent>;
  /** @returns A function that takes the toast away. */
  show(kind: ToastKind, title: string, options?: ToastOptions): () => void;
  /** What they are about is as they ask, or gone: they leave. */
  done(about: string): void;
  /** Takes away what only tells something: its words are of a language that is not spoken any more. */
  hush(): void;
}

/** At most five stand at a time; a sentence that is already on the screen is not said twice. */
export function createToasts(): Toasts {
  const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 5 });
  const closeAll = (isMeant: (content: ToastContent) => boolean): void => {
    for (const { key, content } of [...queue.visibleToasts]) if (isMeant(content)) queue.close(key);
  };
  return {
    queue,
    show(kind, title, options = {}) {
      const { area = 'workflow', ...rest } = options;
      closeAll((content) => content.kind === kind && content.title === title);
      if (rest.about !== undefined) closeAll(({ about }) => about === rest.about);
      const leastMs = rest.action === undefined ? 0 : TOAST_ACTION_MS;
      const key = queue.add({ kind, title, ...rest }, { timeout: Math.max(TOAST_MS[area][kind], leastMs) });
      return () => queue.close(key);
    },
    done: (meant) => closeAll(({ about }) => about === meant),
    hush: () => closeAll(({ action }) => action === undefined),
  };
}
