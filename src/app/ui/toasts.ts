import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { TOAST_ACTION_MS, TOAST_MS } from '../../contract/constants.ts';
import type { Texts } from '../texts/use-texts.ts';

/** Who speaks: it decides, with the kind, how long a toast stands (A4). */
export type ToastArea = keyof typeof TOAST_MS;
export type ToastKind = keyof (typeof TOAST_MS)[ToastArea];

/** Words of whichever language is spoken when they are read. */
export type Said = (texts: Texts) => string;

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

export interface ToastOptions extends Omit<ToastContent, 'kind' | 'title' | 'action'> {
  /** By default the render workflow, which speaks most. */
  readonly area?: ToastArea;
}

export interface OfferOptions extends Pick<ToastOptions, 'area' | 'about'> {
  readonly action: { readonly label: Said; readonly run: () => void };
}

/** The one toast service: `ToastRegion` draws `queue`, everybody else calls `show`. */
export interface Toasts {
  readonly queue: ToastQueue<ToastContent>;
  /** @returns A function that takes the toast away. */
  show(kind: ToastKind, title: string, options?: ToastOptions): () => void;
  /**
   * The same with a button. It stays where another language is chosen, and speaks that one from then on.
   *
   * @returns A function that takes the toast away.
   */
  offer(kind: ToastKind, title: Said, options: OfferOptions): () => void;
  /** What they are about is as they ask, or gone: they leave. */
  done(about: string): void;
  /** Takes away what was said once: its words are of a language that is not spoken any more. */
  hush(): void;
}

/** At most five stand at a time; a sentence that is already on the screen is not said twice. */
export function createToasts(texts: () => Texts): Toasts {
  const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 5 });
  const closeAll = (isMeant: (content: ToastContent) => boolean): void => {
    for (const { key, content } of [...queue.visibleToasts]) if (isMeant(content)) queue.close(key);
  };
  const add = (content: ToastContent, area: ToastArea = 'workflow'): (() => void) => {
    const { kind, title, about, action } = content;
    closeAll((other) => other.kind === kind && other.title === title);
    if (about !== undefined) closeAll((other) => other.about === about);
    const leastMs = action === undefined ? 0 : TOAST_ACTION_MS;
    const key = queue.add(content, { timeout: Math.max(TOAST_MS[area][kind], leastMs) });
    return () => queue.close(key);
  };
  return {
    queue,
    show: (kind, title, { area, ...rest } = {}) => add({ kind, title, ...rest }, area),
    offer(kind, title, { area, action, ...rest }) {
      const { label, run } = action;
      const content = {
        kind,
        ...rest,
        get title() {
          return title(texts());
        },
        action: {
          run,
          get label() {
            return label(texts());
          },
        },
      };
      return add(content, area);
    },
    done: (meant) => closeAll(({ about }) => about === meant),
    hush: () => closeAll(({ action }) => action === undefined),
  };
}
