import { and, eq, gt } from 'drizzle-orm';
import { LIVE_HEARTBEAT_MS } from '../../../contract/constants.ts';
import type { LiveHeartbeat, RenderMessage } from '../../../contract/render-events.ts';
import { AI_NODES, STUDIO_NODES } from '../../../contract/render-nodes.ts';
import type { Db } from '../../db/database.ts';
import type { Events } from '../../db/events.ts';
import { renderPreviews, renders } from '../../db/schema/renders.ts';
import type { FileUrls } from '../../storage/sign-file-url.ts';
import { describeImage, findImages } from '../describe-render.ts';
import { isAlive, type RenderRow } from '../find-render.ts';
import type { Line } from './watch-line.ts';

/** The part of a WebSocket the channel uses. */
export interface LiveSocket {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number): void;
}

/** What a channel reads. */
export interface LiveSource {
  readonly db: Db;
  readonly urls: FileUrls;
  readonly events: Events;
  readonly line: Line;
}

/** Previews are left out while a slow line has this much to carry: the next one is better anyway. */
const MAX_WAITING_BYTES = 1024 ** 2;
const NORMAL_CLOSURE = 1000;

/**
 * Tells a socket how a render is doing: at once how it stands, then every change, and closes after the last message.
 * Every message is read from the database, so nothing is lost with a notification that was.
 *
 * A heartbeat comes in between: a browser is not told of the pings of its socket, nor of a line that died.
 *
 * @param onError Hears of a failed read; the channel goes on at the next change.
 * @returns Ends the channel; call it when the socket is gone.
 */
export function openLiveChannel(
  source: LiveSource,
  socket: LiveSocket,
  renderId: number,
  onError: (error: unknown) => void,
  heartbeatMs: number = LIVE_HEARTBEAT_MS,
): () => void {
  const sent = { sequence: -1, preview: -1, queue: '' };
  let isOpen = true;
  let isReading = false;
  let hasNews = false;
  let leaveLine: (() => void) | null = null;

  const send = (message: RenderMessage | LiveHeartbeat) => {
    if (isOpen) socket.send(JSON.stringify(message));
  };

  async function tellNews(): Promise<void> {
    const [row] = await source.db.select().from(renders).where(eq(renders.id, renderId));
    if (row === undefined || !isOpen) return finish();
    if (row.status === 'queued') return tellQueue(row);
    leaveLine?.();
    leaveLine = null;
    if (!isAlive(row)) {
      send(await describeEnd(source, row));
      return finish();
    }
    const preview = await findPreview();
    // In the order they happened; a preview that is the newest thing says how far the order is only to newcomers.
    if (preview !== null && preview.sequence < row.sequence) tellPreview(preview);
    const isNewest = row.sequence > Math.max(sent.sequence, preview?.sequence ?? -1);
    if (isNewest || sent.sequence < 0) send(describeProgress(row));
    if (preview !== null && preview.sequence >= row.sequence) tellPreview(preview);
    sent.sequence = row.sequence;
  }

  /** Has the line tell where the order waits, now and whenever it moves. */
  function tellQueue({ engine, sequence }: RenderRow): void {
    leaveLine?.();
    leaveLine = source.line.watch(renderId, engine, ({ position, running }) => {
      const state = { queue_position: position, queue_running: running };
      if (JSON.stringify(state) === sent.queue) return;
      sent.queue = JSON.stringify(state);
      send({ type: 'queue_status', sequence, ...state });
    });
  }

  /** The preview, if it is another than the last one told and the line is free. */
  async function findPreview(): Promise<typeof renderPreviews.$inferSelect | null> {
    if (socket.bufferedAmount > MAX_WAITING_BYTES) return null;
    const [preview] = await source.db
      .select()
      .from(renderPreviews)
      .where(and(eq(renderPreviews.renderId, renderId), gt(renderPreviews.sequence, sent.preview)));
    return preview ?? null;
  }

  function tellPreview({ sequence, image }: typeof renderPreviews.$inferSelect): void {
    sent.preview = sequence;
    send({
      type: 'preview',
      sequence,
      preview_base64: `data:image/webp;base64,${image.toString('base64')}`,
    });
  }

  function finish(): void {
    end();
    socket.close(NORMAL_CLOSURE);
  }

  /** Reads once at a time; what happens meanwhile is read afterwards. */
  async function refresh(): Promise<void> {
    hasNews = true;
    if (isReading) return;
    isReading = true;
    try {
      while (hasNews && isOpen) {
        hasNews = false;
        await tellNews();
      }
    } catch (error) {
      onError(error);
    } finally {
      isReading = false;
    }
  }

  const subscriptions = [
    source.events.subscribe('render_changed', (id) => {
      if (Number(id) === renderId) void refresh();
    }),
    source.events.onGap(() => void refresh()),
  ];
  const beating = setInterval(() => send({ type: 'heartbeat' }), heartbeatMs);
  function end(): void {
    isOpen = false;
    clearInterval(beating);
    leaveLine?.();
    for (const unsubscribe of subscriptions) unsubscribe();
  }
  void refresh();
  return end;
}

function describeProgress(row: RenderRow): RenderMessage {
  const nodeId = row.nodeId ?? (row.engine === 'studio' ? STUDIO_NODES[0].id : 'send-images');
  const label = [...STUDIO_NODES, ...AI_NODES].find(({ id }) => id === nodeId)?.label ?? nodeId;
  return {
    type: 'render_progress',
    sequence: row.sequence,
    progress: row.progress,
    current_node: label,
    node_id: nodeId,
    message: label,
  };
}

async function describeEnd(source: LiveSource, row: RenderRow): Promise<RenderMessage> {
  const images = (await findImages(source.db, [row.id])).map((image) => describeImage(source.urls, image));
  return {
    type: 'render_completed',
    sequence: row.sequence,
    status: row.status === 'completed' || row.status === 'cancelled' ? row.status : 'error',
    render_id: row.id,
    image_urls: images.map(({ image }) => image),
    featured_image: images[0]?.image ?? null,
    error: row.errorCode,
    refunded: row.refunded,
  };
}
