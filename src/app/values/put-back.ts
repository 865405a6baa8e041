/** What a row says when the server that had its work may have it no more. */
export interface PutBack {
  /**
   * True: a backup was restored on the server since it had what this row says that it has. Whether it has that still is to be
   * asked; what it lacks was not deleted.
   */
  readonly putBack?: boolean;
}

/** A row of this device with a state that the server had. */
interface SentRow extends PutBack {
  /** Milliseconds since the epoch, as the next one. */
  readonly updatedAt: number;
  readonly sentAt: number | null;
}

/**
 * Whether a row that was sent is to be sent again: the backup that was restored lacks it, or has an older state of it.
 *
 * @param there When the server's was changed last, as it says it; undefined where it has none.
 */
export function isLackedSince(row: SentRow | undefined, there: string | undefined): boolean {
  if (row?.putBack !== true || row.sentAt !== row.updatedAt) return false;
  return there === undefined || (Date.parse(there) || 0) < row.updatedAt;
}
