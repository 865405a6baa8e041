import websocket from '@fastify/websocket';
import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { Deps } from '../deps.ts';
import { openLiveChannel } from '../renders/live-channel.ts';
import { spendTicket } from '../renders/ticket.ts';
import { isOwnOrigin } from '../security.ts';
import type { App } from '../server.ts';

/** A channel only listens; nobody has more to say. */
const MAX_PAYLOAD_BYTES = 64 * 1024;
/** Proxies cut lines that are silent for a minute. */
const PING_MS = 25_000;
/** The server is going away and will be back (RFC 6455, IANA registry). */
const SERVICE_RESTART = 1012;

/** /ws/render_{id}/: how a render is doing, as it happens (S3 7). */
export async function liveRoutes(app: App, deps: Deps): Promise<void> {
  const { services } = deps;
  const { db } = deps.database;
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
        params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
        querystring: z.object({ ticket: z.string().max(100) }),
      },
      // Before the upgrade, so that a refusal is an answer like any other.
      preHandler: async (request) => {
        const { id } = request.params as { id: number };
        const { ticket } = request.query as { ticket: string };
        if (request.headers.origin !== undefined && !isOwnOrigin(deps.config, request)) {
          throw new AppError({ code: 'forbidden' });
        }
        await spendTicket(db, ticket, id, deps.now());
      },
    },
    (socket, request) => {
      const { id } = request.params;
      const end = openLiveChannel({ db, urls: services.urls, events: services.events }, socket, id, (error) =>
        request.log.error({ err: error }, 'live channel'),
      );
      let isAlive = true;
      const pinging = setInterval(() => {
        if (!isAlive) return socket.terminate();
        isAlive = false;
        socket.ping();
      }, PING_MS);
      socket.on('pong', () => {
        isAlive = true;
      });
      socket.on('close', () => {
        clearInterval(pinging);
        end();
      });
      socket.on('error', () => socket.terminate());
    },
  );
}
