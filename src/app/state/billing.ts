/** What came of the last checkout. */
export interface BillingState {
  /** What the address said when the page was opened has been done. */
  isReturnTaken: boolean;
  /** Credits that were paid: being waited for, come, or not yet come after a while; null when none are expected. */
  arrival: 'waiting' | 'arrived' | 'late' | null;
  /** Those that came, without what of them was owed. */
  arrivedCredits: number;
  /** How many of those that were paid went to what the account owed. */
  paidDebt: number;
}

export function initialBilling(): BillingState {
  return { isReturnTaken: false, arrival: null, arrivedCredits: 0, paidDebt: 0 };
}
