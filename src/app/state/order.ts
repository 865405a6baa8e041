export interface OrderState {
  /** What the render button does now. */
  button: 'ready' | 'preparing' | 'sending';
  /** Key of the order that holds the button until the server has answered or it waits for something. */
  key: string | null;
  /** How often everything was cancelled: an order that is prepared meanwhile is none any more. */
  stops: number;
}

export function initialOrder(): OrderState {
  return { button: 'ready', key: null, stops: 0 };
}
