import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { InvitationBody, WaitingListStatus } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Whether registration needs an invitation; no where the server does not say (S1 7). */
export function waitingListQuery(app: Pick<AppBase, 'server'>) {
  return queryOptions({
    queryKey: ['waiting-list'],
    queryFn: ({ signal }) =>
      app.server
        .call('/api/waitinglist/status/', WaitingListStatus, { isPublic: true }, signal)
        .catch(() => ({ enabled: false })),
  });
}

/** What an invitation is good for. */
export function invitationQuery(app: Pick<AppBase, 'server'>, token: string) {
  const path = `/api/waitinglist/verify/${encodeURIComponent(token)}/`;
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => app.server.call(path, InvitationBody, { isPublic: true }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Puts an e-mail on the waiting list.
 *
 * @throws AppError `already-registered`, `invalid-request`, `rate-limited`, `server-unreachable`, `not-configured`.
 */
export async function joinWaitingList(app: Pick<AppBase, 'server' | 'state'>, email: string): Promise<void> {
  await app.server.call('/api/waitinglist/register/', z.unknown(), {
    method: 'POST',
    body: { email, language: app.state.shell.language },
    isPublic: true,
    isAuth: true,
  });
}

/** Why an e-mail is not on the list: what the server said, else S1 7's sentence. */
export function describeJoining(texts: Texts, error: unknown): string {
  return wasExplained(error) ? describeError(texts, error) : texts.t.signIn.joinFailed;
}

/** Why an invitation is not good: what the server said, else S1 7's sentence. */
export function describeInvitation(texts: Texts, error: unknown): string {
  return wasExplained(error) ? describeError(texts, error) : texts.t.signIn.verifyFailed;
}

function wasExplained(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return !['server-failed', 'http-error', 'response-unexpected', 'forbidden', 'not-found'].includes(
    error.failure.code,
  );
}
