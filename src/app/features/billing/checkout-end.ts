/** What a checkout says it came to; anybody can write that into an address. */
export type CheckoutEnd =
  | { readonly kind: 'success'; readonly orderId: string | null }
  | { readonly kind: 'cancel' };
