import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { PlanName } from '../../contract/http/billing.ts';
import type { NoticeBody, NoticesBody } from '../../contract/http/notices.ts';
import { ContentHash, type UserId } from '../../contract/ids.ts';
import { toWhole } from '../billing/stripe/currency-units.ts';
import { paysDebt } from '../credits/move-credits.ts';
import type { Queryable } from '../db/database.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';

/** Notices of one page. */
export const NOTICES_PAGE = 30;
/** More unread ones are not counted. */
const UNREAD_MAX = 99;

/** Where the next page begins: the last notice of this one. */
export interface NoticesCursor {
  readonly at: Date;
  readonly key: string;
}

/** Whose notices. Without credits on this instance nothing that moved them is told. */
interface Asker {
  readonly userId: UserId;
  readonly hasCredits: boolean;
}

const Row = z.object({
  key: z.string(),
  at: z.coerce.date(),
  isUnread: z.boolean(),
  kind: z.enum([
    'completed',
    'error',
    'cancelled',
    'signup',
    'grant',
    'purchase',
    'subscription',
    'clawback',
    'payment-failed',
    'sign-in-alarm',
  ]),
  renderId: z.number().nullable(),
  prompt: z.string().nullable(),
  errorCode: z.string().nullable(),
  thumbnail: ContentHash.nullable(),
  images: z.coerce.number().nullable(),
  refunded: z.number().nullable(),
  amount: z.number().nullable(),
  item: z.string().nullable(),
  note: z.string().nullable(),
  currency: z.string().nullable(),
  reference: z.string().nullable(),
  owed: z.number().nullable(),
});
type Row = z.infer<typeof Row>;

/**
 * What happened to a person's orders and credits while they may have looked elsewhere, newest first: renders that ended
 * (those that came with a project file never ran here), credits that moved without a render, payments that failed,
 * passwords and codes that somebody tried. Nothing of it is stored: renders, ledger, invoices and the account tell it. A cancelled order counts when credits came back.
 */
export async function listNotices(
  db: Queryable,
  urls: FileUrls,
  asker: Asker,
  before?: NoticesCursor,
): Promise<NoticesBody> {
  const { userId, hasCredits } = asker;
  const { rows } = await db.execute(sql`
    select notices.*, at > users.notices_seen_at as "isUnread"
    from (${notices(asker, before)}) as notices, users
    where users.id = ${userId}
    order by at desc, key desc
    limit ${NOTICES_PAGE + 1}`);
  const { rows: counted } = await db.execute<{ unread: number }>(sql`
    select count(*)::int as unread from (
      select from users, (
        select ${RENDERS.at} as at from renders where ${RENDERS.isOf(asker)}
        union all select ${LEDGER.at} from ledger where ${LEDGER.isOf(asker)}
        union all select ${INVOICES.at} from invoices where ${INVOICES.isOf(asker)}
        union all select ${ALARM.at} from users where ${ALARM.isOf(asker)}
      ) as notices
      where users.id = ${userId} and at > users.notices_seen_at limit ${UNREAD_MAX}
    ) as unread`);
  const found = z.array(Row).parse(rows);
  const page = found.slice(0, NOTICES_PAGE);
  const last = page.at(-1);
  return {
    results: page.map((row) => describe(urls, hasCredits ? row : { ...row, refunded: 0 })),
    next: found.length > NOTICES_PAGE && last !== undefined ? `${last.at.toISOString()} ${last.key}` : null,
    unread: counted[0]?.unread ?? 0,
  };
}

/** Moments are whole milliseconds, as the wire writes them: what was seen until one of them is seen with it. */
const RENDERS = {
  key: sql`'render:' || renders.id`,
  at: sql`date_trunc('milliseconds', renders.finished_at)`,
  isOf: ({ userId, hasCredits }: Asker) => sql`renders.user_id = ${userId} and renders.deleted_at is null
    and renders.finished_at is not null
    and (status = 'error' or status = 'completed' and started_at is not null
      or status = 'cancelled' and refunded > 0 and ${hasCredits})`,
};
const LEDGER = {
  key: sql`'ledger:' || ledger.id`,
  at: sql`date_trunc('milliseconds', ledger.created_at)`,
  isOf: ({ userId, hasCredits }: Asker) => sql`ledger.user_id = ${userId} and ${hasCredits}
    and ledger.kind in ('signup', 'grant', 'purchase', 'subscription', 'clawback')`,
};
const INVOICES = {
  key: sql`'invoice:' || invoices.id`,
  at: sql`date_trunc('milliseconds', invoices.updated_at)`,
  isOf: ({ userId, hasCredits }: Asker) =>
    sql`invoices.user_id = ${userId} and ${hasCredits} and invoices.status = 'failed'`,
};
const ALARM = {
  key: sql`'sign-in:' || to_char(users.sign_in_alarm_at at time zone 'utc', 'YYYY-MM-DD')`,
  at: sql`date_trunc('milliseconds', users.sign_in_alarm_at)`,
  isOf: ({ userId }: Asker) => sql`users.id = ${userId} and users.sign_in_alarm_at is not null`,
};

/** The newest of each source, enough for one page of all. */
function notices(asker: Asker, before: NoticesCursor | undefined) {
  const page = ({ key, at, isOf }: typeof RENDERS) => {
    const isOlder =
      before === undefined ? sql`true` : sql`(${at}, ${key}) < (${before.at.toISOString()}, ${before.key})`;
    return sql`where ${isOf(asker)} and ${isOlder} order by ${at} desc, ${key} desc limit ${NOTICES_PAGE + 1}`;
  };
  return sql`
    select key, at, kind, "renderId", prompt, "errorCode",
      (select thumbnail_hash from render_images where render_id = "renderId" order by batch_index limit 1)
        as thumbnail,
      (select count(*) from render_images where render_id = "renderId") as images,
      refunded, null::int as amount, null as item, null as note, null as currency, null as reference, null::int as owed
    from (
      select ${RENDERS.key} as key, ${RENDERS.at} as at, status as kind, renders.id as "renderId",
        recipe->>'positivePrompt' as prompt, error_code as "errorCode", refunded
      from renders ${page(RENDERS)}
    ) as ended
    union all (
      select ${LEDGER.key}, ${LEDGER.at}, ledger.kind, null, null, null, null, null, null,
        ledger.amount, ledger.item, ledger.note, null, ledger.reference,
        (select debt from wallets where wallets.user_id = ledger.user_id)
      from ledger ${page(LEDGER)}
    )
    union all (
      select ${INVOICES.key}, ${INVOICES.at}, 'payment-failed', null, null, null, null, null, null,
        invoices.amount, subscriptions.plan, null, invoices.currency, null, null
      from invoices left join subscriptions on subscriptions.id = invoices.subscription_id ${page(INVOICES)}
    )
    union all (
      select ${ALARM.key}, ${ALARM.at}, 'sign-in-alarm', null, null, null, null, null, null, null, null, null, null,
        null, null
      from users ${page(ALARM)}
    )`;
}

function describe(urls: FileUrls, row: Row): NoticeBody {
  const common = { key: row.key, created_at: row.at.toISOString(), is_unread: row.isUnread };
  const ended = { render_id: row.renderId ?? 0, prompt: row.prompt ?? '', refunded: row.refunded ?? 0 };
  switch (row.kind) {
    case 'completed':
      return {
        ...common,
        ...ended,
        kind: 'render-finished',
        thumbnail: row.thumbnail === null ? null : urls.sign(row.thumbnail),
        images: row.images ?? 0,
      };
    case 'error':
      return { ...common, ...ended, kind: 'render-failed', error_code: row.errorCode };
    case 'cancelled':
      return { ...common, ...ended, kind: 'render-cancelled' };
    case 'payment-failed': {
      const currency = row.currency?.toUpperCase() ?? 'EUR';
      return {
        ...common,
        kind: 'payment-failed',
        plan: PlanName.safeParse(row.item).data ?? null,
        amount: toWhole(row.amount ?? 0, currency),
        currency,
      };
    }
    case 'sign-in-alarm':
      return { ...common, kind: row.kind };
    default: {
      const { item, note } = row;
      const isBack = row.kind === 'clawback';
      return {
        ...common,
        kind: row.kind,
        amount: row.amount ?? 0,
        item,
        note,
        pays_debt: isBack && paysDebt({ reference: row.reference ?? '' }),
        owed: isBack ? (row.owed ?? 0) : 0,
      };
    }
  }
}
