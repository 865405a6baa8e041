/** How one card leads to another. */
export interface Ways {
  /** Token of the invitation that the address brought. */
  readonly invitation: string | null;
  readonly toLogin: () => void;
  /** After the first step of an account with a second factor. @param challenge What goes with the code. */
  readonly toSecondStep: (challenge: string) => void;
  readonly toForgot: () => void;
  /** To the waiting list while that is on. */
  readonly toRegister: () => void;
  /** For want of an invitation. @param email Who was refused; empty where that is not known. */
  readonly toWaitingList: (email: string) => void;
}
