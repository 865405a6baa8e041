import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { StaffBackupsBody } from '../../../contract/backups.ts';
import { LedgerEntryBody } from '../../../contract/http/credits.ts';
import { type FeedbackType, TicketsBody } from '../../../contract/http/feedback.ts';
import {
  StaffActsBody,
  StaffAlarmsBody,
  StaffInvitationsBody,
  StaffPeopleBody,
  StaffPersonBody,
  StaffWaitingBody,
} from '../../../contract/http/staff.ts';
import { StaffReturnsBody } from '../../../contract/returns.ts';
import type { App } from '../../core/app.ts';

/** All that staff ask; each act has it asked again. */
export const STAFF_QUERIES = ['staff'] as const;

/** Between looks at the backups: others may begin one, and one that is made shows how far it is. */
const IDLE_MS = 15_000;
const RUNNING_MS = 1_000;

type Server = Pick<App, 'server'>;
interface Page<Row> {
  readonly results: Row[];
  readonly next: string | null;
}

/** A list of the server, a page at a time, asked for anew whenever somebody looks. */
function paged<Row>(
  { server }: Server,
  path: string,
  shape: z.ZodType<Page<Row>>,
  asked: Readonly<Record<string, string>> = {},
) {
  return infiniteQueryOptions({
    queryKey: [...STAFF_QUERIES, path, asked] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(asked);
      if (pageParam !== '') query.set('cursor', pageParam);
      return server.call(`/api/staff/${path}/?${query}`, shape, {}, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: Page<Row>) => next,
    staleTime: 0,
  });
}

/** Whether the person may have what staff have. @throws AppError `second-factor-required`, `password-needed`. */
export function accessQuery({ server }: Server) {
  return queryOptions({
    queryKey: [...STAFF_QUERIES, 'access'] as const,
    queryFn: ({ signal }) => server.call('/api/staff/', z.null(), {}, signal),
    staleTime: 0,
  });
}

export const peopleQuery = (app: Server, query: string) => paged(app, 'users', StaffPeopleBody, { query });
export const invitationsQuery = (app: Server) => paged(app, 'invitations', StaffInvitationsBody);
export const waitingQuery = (app: Server) => paged(app, 'waiting', StaffWaitingBody);
export const actsQuery = (app: Server, userId: number | null) =>
  paged(app, 'acts', StaffActsBody, userId === null ? {} : { user: String(userId) });
export const movementsQuery = (app: Server, userId: number) =>
  paged(
    app,
    `users/${userId}/ledger`,
    z.object({ results: z.array(LedgerEntryBody), next: z.string().nullable() }),
  );

/** Which tickets are looked at. */
export interface TicketChoice {
  readonly type: FeedbackType | 'all';
  readonly state: 'open' | 'closed' | 'all';
}
export function ticketsQuery(app: Server, choice: TicketChoice) {
  const asked = Object.entries(choice).filter(([, value]) => value !== 'all');
  return paged(app, 'feedback', TicketsBody, Object.fromEntries(asked));
}

export function personQuery({ server }: Server, id: number) {
  return queryOptions({
    queryKey: [...STAFF_QUERIES, 'person', id] as const,
    queryFn: ({ signal }) => server.call(`/api/staff/users/${id}/`, StaffPersonBody, {}, signal),
    staleTime: 0,
  });
}

export function returnsQuery({ server }: Server) {
  return queryOptions({
    queryKey: [...STAFF_QUERIES, 'returns'] as const,
    queryFn: ({ signal }) => server.call('/api/staff/returns/', StaffReturnsBody, {}, signal),
    staleTime: 0,
  });
}

/** While work is under way, whoever looks sees how far it is. */
export function backupsQuery({ server }: Server) {
  return queryOptions({
    queryKey: [...STAFF_QUERIES, 'backups'] as const,
    queryFn: ({ signal }) => server.call('/api/staff/backups/', StaffBackupsBody, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.run ?? null) === null ? IDLE_MS : RUNNING_MS),
  });
}

export function alarmsQuery({ server }: Server) {
  return queryOptions({
    queryKey: [...STAFF_QUERIES, 'alarms'] as const,
    queryFn: ({ signal }) => server.call('/api/staff/alarms/', StaffAlarmsBody, {}, signal),
    staleTime: 0,
  });
}
