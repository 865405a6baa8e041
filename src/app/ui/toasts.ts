import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { TOAST_MS } from '../../contract/constants.ts';

export type ToastKind = keyof typeof TOAST_MS;

export interface ToastContent {
  readonly kind: ToastKind;
  readonly title: string;
  readonly message?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ToastOptions extends Omit<ToastContent, 'kind' | 'title'> {
  /** Milliseconds on the screen; by default {@link TOAST_MS} of its kind. */
  readonly durationMs?: number;
}

/** The one toast service: `ToastRegion` draws `queue`, everybody else calls `show`. */
export interface Toasts {
  readonly queue: ToastQueue<ToastContent>;
  /** @returns A function that takes the toast away. */
  show(kind: ToastKind, title: string, options?: ToastOptions): () => void;
}

/** At most five stand at a time; a sentence that is already on the screen is not said twice. */
export function createToasts(): Toasts {
  const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 5 });
  return {
    queue,
    show(kind, title, options = {}) {
      const { durationMs = TOAST_MS[kind], ...rest } = options;
      const same = queue.visibleToasts.find(
        (toast) => toast.content.kind === kind && toast.content.title === title,
      );
      if (same !== undefined) queue.close(same.key);
      const key = queue.add({ kind, title, ...rest }, { timeout: durationMs });
      return () => queue.close(key);
    },
  };
}
