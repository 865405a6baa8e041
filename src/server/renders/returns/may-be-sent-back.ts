import { and, eq, gte, isNotNull, ne } from 'drizzle-orm';
import { DAY_MS, RETURN_DAYS } from '../../../contract/constants.ts';
import { renders } from '../../db/schema/renders.ts';

type Render = Pick<typeof renders.$inferSelect, 'engine' | 'madeOnDevice' | 'startedAt' | 'createdAt'>;

/** Why no picture of a render can be sent back, whatever was sent back of it before; null where it can. */
export function whyNotSentBack(render: Render, now: Date): 'not-ai' | 'too-old' | null {
  if (render.engine === 'studio' || render.madeOnDevice || render.startedAt === null) return 'not-ai';
  return render.createdAt < oldest(now) ? 'too-old' : null;
}

/** The same of rows of `renders`. */
export function mayBeSentBack(now: Date) {
  return and(
    ne(renders.engine, 'studio'),
    eq(renders.madeOnDevice, false),
    isNotNull(renders.startedAt),
    gte(renders.createdAt, oldest(now)),
  );
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - RETURN_DAYS * DAY_MS);
}
