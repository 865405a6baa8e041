import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { FeedbackContext, FeedbackFields } from '../../contract/http/feedback.ts';
import type { Transaction } from '../db/database.ts';
import { feedback } from '../db/schema/feedback.ts';
import type { StoredBytes } from '../storage/storage.ts';
import { type FileKind, recordFile } from '../storage/store-file.ts';

/** Keeps what a person told us as a ticket. @returns Its id. */
export async function takeFeedback(
  tx: Transaction,
  told: Pick<z.infer<typeof FeedbackFields>, 'type' | 'title' | 'description'> & {
    readonly userId: number;
    readonly context: FeedbackContext;
    readonly screenshot: { readonly stored: StoredBytes; readonly kind: FileKind } | null;
  },
): Promise<string> {
  const { screenshot, ...row } = told;
  if (screenshot !== null) await recordFile(tx, screenshot.stored, screenshot.kind);
  const id = randomUUID();
  await tx.insert(feedback).values({ id, ...row, screenshotHash: screenshot?.stored.hash ?? null });
  return id;
}
