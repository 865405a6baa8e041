import type { StaffActKind } from '../../contract/http/staff.ts';
import type { Transaction } from '../db/database.ts';
import { staffActs } from '../db/schema/accounts.ts';

/**
 * Writes down what staff did, in the transaction that does it. In `detail` never a secret, nor an e-mail, which would
 * outlive its account.
 */
export async function noteAct(
  tx: Transaction,
  act: {
    /** Null: whoever runs the server, by its command line, or the company's provider of identities. */
    readonly staffId: number | null;
    readonly act: StaffActKind;
    /** Whom it concerns; null for nobody with an account. */
    readonly userId: number | null;
    readonly detail: Readonly<Record<string, string | number | null>>;
  },
): Promise<void> {
  await tx.insert(staffActs).values(act);
}
