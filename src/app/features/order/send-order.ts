import { FIRST_UPLOAD_PAUSE_MS, OFFLINE_ORDER_LIFETIME_MS } from '../../../contract/constants.ts';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import type { SendTools } from '../../core/app.ts';
import type { OutboxRow, SentProject } from '../../data/outbox-row.ts';
import type { CallOptions } from '../../data/server.ts';
import { askForOrder } from './ask-for-order.ts';
import { type AcceptedOrder, endCancelledOrder } from './end-cancelled-order.ts';
import { goesElsewhere } from './goes-elsewhere.ts';
import { mayBeSent } from './may-be-sent.ts';
import { writeOrderFields } from './write-order-fields.ts';

/**
 * Sends one order: the fields and files are exactly those of the moment it was pressed, so that a repeat under the same
 * key is the same order (L2). Each time the fields are sent in their stored sequence.
 *
 * @returns Null for one that was taken back and is not sent any more, see {@link mayBeSent}.
 * @throws AppError `order-expired` when the person's last yes to it was offline, and is more than an hour old (L4);
 *   `order-unanswered`, see {@link mayBeSent}; `project-made-anew` where it goes again, see {@link goesElsewhere}.
 */
export async function sendOrder(
  tools: SendTools,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<AcceptedOrder | null> {
  const { work } = row;
  if (work.kind !== 'order-render') throw new Error('Not an order');
  if (!mayBeSent(row, tools.now())) return null;
  if (
    work.isOffline &&
    !row.wasSent &&
    tools.now() - (row.agreedAt ?? row.createdAt) > OFFLINE_ORDER_LIFETIME_MS
  ) {
    throw new AppError({ code: 'order-expired' });
  }
  if (work.isFirstUpload === true) await pause(FIRST_UPLOAD_PAUSE_MS);
  const asked = await findAsked(tools, row);
  if (asked === null) throw await whyNot(tools, row, null);
  const form = new FormData();
  form.set('project_id', String(asked.id));
  for (const [name, value] of writeOrderFields(work.request)) form.set(name, value);
  for (const [name, hash, fileName] of work.files) {
    const file = await tools.storage.get(hash);
    if (file === null) throw new AppError({ code: 'file-empty', name: fileName });
    form.set(name, file, fileName);
  }
  const accepted = await askForOrder(tools, row, () =>
    tools.server.call(
      '/api/render/',
      RenderAcceptedBody,
      { method: 'POST', key: row.key, body: form, ...meantBy(asked) },
      signal,
    ),
  ).catch(async (error: unknown) => {
    throw isFailure(error, 'not-found') ? await whyNot(tools, row, asked) : error;
  });
  await endCancelledOrder(tools, row, accepted, signal);
  return accepted;
}

/**
 * The project that an order is sent for. One that the server may have taken is asked for as it was, whatever was made of its
 * project since: only then is it the same order. Null while there is none.
 */
async function findAsked({ db }: SendTools, row: OutboxRow): Promise<SentProject | null> {
  if (row.wasSent && row.sentFor !== undefined) return row.sentFor;
  const { serverId = null, madeAt = null } = (await db.run(() => db.projects.get(row.projectKey))) ?? {};
  if (serverId === null) return null;
  const sentFor = { id: serverId, madeAt };
  await db.run(() => db.outbox.update(row.seq!, { sentFor }));
  return sentFor;
}

function meantBy({ id, madeAt }: SentProject): Pick<CallOptions, 'meant'> {
  return madeAt === null ? {} : { meant: `${id} ${madeAt}` };
}

async function whyNot(tools: SendTools, row: OutboxRow, asked: SentProject | null): Promise<AppError> {
  const isElsewhere = await goesElsewhere(tools, row, asked);
  return new AppError({ code: isElsewhere ? 'project-made-anew' : 'not-found' });
}

function pause(timeMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timeMs));
}
