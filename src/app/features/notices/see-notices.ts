import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';

/** Tells the server that everything until then was seen. Without a connection it stays unread: it is shown again. */
export async function seeNotices(app: Pick<App, 'server'>, until: string): Promise<void> {
  try {
    await app.server.call('/api/notices/seen/', z.null(), { method: 'POST', body: { until } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
