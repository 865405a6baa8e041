import { initialLoader, type LoaderState } from './loader-machine.ts';

export interface RendersState {
  loader: LoaderState;
  /** What the render button does now. */
  button: 'ready' | 'preparing' | 'sending';
  /** Data URL of the running render's preview (at most 512 px), and which render it shows. */
  preview: { renderId: number; image: string } | null;
  /** Sentence for the live region when something finished or failed. */
  announcement: string;
  /** Key of the order that holds the button until the server has answered or it waits for something. */
  orderKey: string | null;
}

export function initialRenders(): RendersState {
  return {
    loader: initialLoader(),
    button: 'ready',
    preview: null,
    announcement: '',
    orderKey: null,
  };
}
