export interface OrderState {
  /** What the render button does now. */
  button: 'ready' | 'preparing' | 'sending';
  /** Key of the order that holds the button until the server has answered or it waits for something. */
  key: string | null;
}

export function initialOrder(): OrderState {
  return { button: 'ready', key: null };
}
