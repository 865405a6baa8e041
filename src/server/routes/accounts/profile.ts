import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IMAGE_UPLOAD_MAX_BYTES } from '../../../contract/constants.ts';
import {
  DeleteAccountBody,
  PasswordChange,
  ProfileChange,
  SessionBody,
  UserBody,
} from '../../../contract/http/accounts.ts';
import { changeAvatar } from '../../accounts/change-avatar.ts';
import { changeProfile } from '../../accounts/change-profile.ts';
import { deleteAccount } from '../../accounts/delete-account.ts';
import { exportAccount, type RunningExports } from '../../accounts/export-account.ts';
import { changePassword } from '../../accounts/passwords/change-password.ts';
import { readUser } from '../../accounts/read-user.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf, signedIn } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { withUpload } from '../../http/read-upload.ts';
import { dropSession, keepSession, placeOf } from '../../http/session-cookie.ts';
import { signalOf } from '../../http/signal-of.ts';
import { anyPassword } from './users.ts';

const MINUTE_MS = 60_000;

/** /api/users/me/ and password/change/: what people see and change of their own account. */
export function profileRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const running: RunningExports = new Set();
  const byCaller = (name: string) => (request: FastifyRequest) => `${name}:${callerOf(request)}`;
  const limit = (name: string, max: number) =>
    limitBy(app, deps, { max, windowMs: 10 * MINUTE_MS, key: byCaller(name) });
  /** Whoever found a device signed in may not try passwords on it. */
  const passwordLimit = limit('password', 20);

  app.get(
    '/api/users/me/',
    { schema: { summary: 'Tells who is signed in', response: { 200: UserBody } } },
    async (request) => readUser(db, deps, signedIn(request)),
  );

  app.patch(
    '/api/users/me/',
    {
      schema: { summary: 'Changes the own profile', body: ProfileChange, response: { 200: UserBody } },
      preHandler: passwordLimit,
    },
    async (request, reply) => changeProfile(deps, signedIn(request), request.body, signalOf(reply)),
  );

  app.delete(
    '/api/users/me/',
    {
      schema: { summary: 'Deletes the own account', body: DeleteAccountBody, response: { 204: z.null() } },
      preHandler: passwordLimit,
    },
    async (request, reply) => {
      await deleteAccount(deps, callerOf(request), request.body, signalOf(reply));
      dropSession(reply);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/users/password/change/',
    {
      config: { isLocalWay: true },
      schema: {
        summary: 'Changes the own password',
        body: PasswordChange.extend({ password: anyPassword }),
        response: { 200: SessionBody },
      },
      preHandler: passwordLimit,
    },
    async (request, reply) =>
      keepSession(
        deps,
        request,
        reply,
        await changePassword(deps, signedIn(request), request.body, placeOf(request), signalOf(reply)),
      ),
  );

  app.put(
    '/api/users/me/avatar/',
    {
      config: { form: { files: { avatar: 'needed' } } },
      schema: {
        summary: 'Sets the own picture',
        response: { 200: UserBody },
      },
      preHandler: limit('avatar', 30),
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const part = { field: 'avatar', maxBytes: IMAGE_UPLOAD_MAX_BYTES };
      return withUpload(deps.config, request, part, async ({ file: { path, name } }) =>
        changeAvatar(deps, signedIn(request), { name, read: () => readFile(path), signal }),
      );
    },
  );

  app.delete(
    '/api/users/me/avatar/',
    { schema: { summary: 'Takes the own picture away', response: { 200: UserBody } } },
    async (request) => changeAvatar(deps, signedIn(request), null),
  );

  app.get(
    '/api/users/me/export/',
    { schema: { summary: 'Gives all that is kept of oneself, as a ZIP' }, preHandler: limit('export', 10) },
    async (request, reply) => {
      const day = deps.now().toISOString().slice(0, 10);
      const zip = exportAccount(deps, running, callerOf(request), signalOf(reply));
      reply.header('content-disposition', `attachment; filename="vitrine-${day}.zip"`);
      return reply.type('application/zip').send(zip);
    },
  );
}
