import websocket from '@fastify/websocket';
import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { RowIdText, text } from '../../contract/shapes.ts';
import { isSessionOpen } from '../accounts/sessions/is-session-open.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf, sessionOf } from '../http/authenticate.ts';
import { isOwnOrigin } from '../http/security.ts';
import { openLiveChannel } from '../renders/queue/live-channel.ts';
import { spendTicket } from '../renders/queue/ticket.ts';
import { createLine } from '../renders/queue/watch-line.ts';

/** A channel only listens; nobody has more to say. */
const MAX_PAYLOAD_BYTES = 64 * 1024;
/** Open at once in a process for one account: far more orders and tabs than anybody watches. */
export const CHANNELS_PER_ACCOUNT = 100;
const RETRY_SECONDS = 10;
/** Proxies cut lines that are silent for a minute. */
const PING_MS = 25_000;
/** The server is going away and will be back (RFC 6455, IANA registry). */
const SERVICE_RESTART = 1012;
/** The session that the channel was opened in is over, or the API key works no longer (RFC 6455, private use). */
const SIGNED_OUT = 4401;

/** /ws/render_{id}/: how a render is doing, as it happens (S3 7). */
export async function liveRoutes(app: App, deps: Deps): Promise<void> {
  const { services } = deps;
  const { channels } = services;
  const { db } = deps.database;
  const line = createLine({
    db,
    events: services.events,
    onError: (error) => deps.logger.error({ err: error }, 'live channels'),
  });
  app.addHook('onClose', async () => line.close());
  await app.register(websocket, {
    options: { maxPayload: MAX_PAYLOAD_BYTES },
    preClose(done) {
      for (const socket of app.websocketServer.clients) socket.close(SERVICE_RESTART);
      done();
    },
  });

  app.get(
    '/ws/render_:id/',
    {
      websocket: true,
      schema: {
        summary: 'The live channel of a render, with a ticket',
        params: z.object({ id: RowIdText }),
        querystring: z.object({ ticket: text(100) }),
      },
      // Before the upgrade, so that a refusal is an answer like any other.
      preHandler: async (request) => {
        const { id } = request.params as { id: number };
        const { ticket } = request.query as { ticket: string };
        if (request.headers.origin !== undefined && !isOwnOrigin(deps.config, request)) {
          throw new AppError({ code: 'forbidden' });
        }
        const caller = await spendTicket(db, ticket, id, deps.now());
        request.caller = caller.userId;
        request.sessionId = caller.sessionId;
        if (channels.count(caller.userId) >= CHANNELS_PER_ACCOUNT) {
          throw new AppError({ code: 'rate-limited', retryAfterSeconds: RETRY_SECONDS });
        }
      },
    },
    (socket, request) => {
      const { id } = request.params;
      const userId = callerOf(request);
      channels.opened(userId);
      const sessionId = sessionOf(request);
      const onError = (error: unknown) => request.log.error({ err: error }, 'live channel');
      const source = { db, urls: services.urls.of(sessionId), events: services.events, line };
      let isGone = false;
      let end = () => {};
      /** Closes a channel whose session is over, or whose API key works no longer. */
      const check = async () => {
        const isOpen = await isSessionOpen(db, sessionId);
        if (!isOpen) socket.close(SIGNED_OUT);
        return isOpen;
      };
      const stops = [
        services.events.subscribe('session_ended', (ended) => {
          if (ended === sessionId) socket.close(SIGNED_OUT);
        }),
        services.events.onGap(() => void check().catch(onError)),
      ];
      check()
        .then((isOpen) => {
          if (isOpen && !isGone) end = openLiveChannel(source, socket, id, onError);
        })
        .catch((error: unknown) => {
          onError(error);
          socket.terminate();
        });
      let isAlive = true;
      const pinging = setInterval(() => {
        if (!isAlive) return socket.terminate();
        isAlive = false;
        socket.ping();
        // Nobody announces that an API key's time is over.
        void check().catch(onError);
      }, PING_MS);
      socket.on('pong', () => {
        isAlive = true;
      });
      socket.on('close', () => {
        isGone = true;
        channels.closed(userId);
        clearInterval(pinging);
        for (const stop of stops) stop();
        end();
      });
      socket.on('error', () => socket.terminate());
    },
  );
}
