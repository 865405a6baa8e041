import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailure } from '../../app/texts/describe-failure.ts';
import { english } from '../../app/texts/english.ts';
import { RenderAcceptedBody, RenderBody } from '../../contract/http/renders.ts';
import type { Remote } from './open-remote.ts';
import { RemoteError } from './remote-error.ts';

const LOOK_AGAIN_MS = 700;
/** Orders of the same picture that came to nothing before; a server remembers them for a week, and nobody makes so many. */
const ATTEMPTS = 1_000;

/** An order as its form has it. */
export interface SentOrder {
  readonly fields: ReadonlyMap<string, string>;
  readonly snapshot: Uint8Array<ArrayBuffer>;
  /** What is painted over it, as PNG; null for nothing. */
  readonly light: Uint8Array<ArrayBuffer> | null;
}

/**
 * Orders a picture and waits until it is made. The same order is placed once, by whichever process: one that was killed finds it again
 * and pays nothing twice, for the week that the server remembers it (`ANSWER_LIFETIME_MS`). One that came to nothing in an
 * earlier run is placed anew; the first that does in this run is the last.
 *
 * @throws RemoteError for what is refused, and for a picture that could not be made.
 */
export async function orderPicture(
  remote: Remote,
  order: SentOrder,
  onProgress: (percent: number, step: string) => void,
  signal: AbortSignal,
): Promise<RenderBody> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { id } = await remote.call('/api/render/', RenderAcceptedBody, {
      method: 'POST',
      body: fillForm(order),
      idempotencyKey: nameOrder(order, attempt),
    });
    const { render, isWatched } = await follow(remote, id, onProgress, signal);
    if (render?.status === 'completed') return render;
    const isOfThisRun = isWatched || (render !== null && new Date(render.created_at) >= remote.began());
    if (isOfThisRun) throw describeEnd(render);
  }
  throw new RemoteError(
    'engine-failed',
    'The server could not make this picture, however often it was asked.',
  );
}

/** @returns How it ended, null where it is not there; and whether it ended before our eyes. */
async function follow(
  remote: Remote,
  id: number,
  onProgress: (percent: number, step: string) => void,
  signal: AbortSignal,
): Promise<{ readonly render: RenderBody | null; readonly isWatched: boolean }> {
  for (let isWatched = false; ; isWatched = true) {
    const render = await remote.call(`/api/render/${id}/`, RenderBody).catch((error: unknown) => {
      if (error instanceof RemoteError && error.code === 'not-found') return null;
      throw error;
    });
    if (render?.status !== 'queued' && render?.status !== 'processing') return { render, isWatched };
    onProgress(render.progress, render.node_id ?? render.status);
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

function describeEnd(render: RenderBody | null): RemoteError {
  if (render === null) return new RemoteError('cancelled', 'Somebody deleted the order on the server.');
  const { status, error_code: code } = render;
  if (status === 'cancelled')
    return new RemoteError('cancelled', 'Somebody cancelled the order on the server.');
  const told = code === 'engine-out-of-memory' ? describeFailure(english, { code }) : null;
  const sentence = told ?? `The server could not make the picture (${code ?? 'no reason given'}).`;
  return new RemoteError(code ?? 'engine-failed', sentence);
}

function fillForm({ fields, snapshot, light }: SentOrder): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  form.set('viewer_snapshot', new Blob([snapshot], { type: 'image/png' }), 'viewer_snapshot.png');
  if (light !== null) form.set('lightmap', new Blob([light], { type: 'image/png' }), 'lightmap.png');
  return form;
}

/** The same for the same order. */
function nameOrder({ fields, snapshot, light }: SentOrder, attempt: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([[...fields], attempt]))
    .update(snapshot)
    .update(light ?? '');
  return `command-${hash.digest('hex')}`;
}
