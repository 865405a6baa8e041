import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { ProjectRendersBody, RENDER_PAGE, RenderBody, RenderStateBody } from '../../contract/http/renders.ts';
import type { ProjectId, RenderId } from '../../contract/ids.ts';
import type { App } from './app.ts';
import { useApp } from './use-app.ts';

/** Renders of a project that this device remembers for the time without a server. */
const MAX_KEPT = 30;

/** What the keys of {@link rendersKeptAs} begin with. */
export const RENDERS_KEPT_AS = 'renders:';

/** Where this device keeps the renders of a project, in `db.kv`: what forgets the project takes them with it. */
export function rendersKeptAs(projectId: number | null): string {
  return `${RENDERS_KEPT_AS}${projectId}`;
}

/**
 * The newest renders of one project, newest first, as many as a page of the server can have: where their recipes are large
 * it has fewer, and the next ones follow. Without a connection: the newest that this device saw.
 */
export function projectRendersQuery(app: Pick<App, 'server' | 'db'>, projectId: ProjectId | null) {
  const keptAs = rendersKeptAs(projectId);
  return queryOptions({
    queryKey: ['renders', projectId] as const,
    queryFn: async ({ signal }): Promise<RenderBody[]> => {
      try {
        const results: RenderBody[] = [];
        let next: string | null = '';
        while (next !== null && results.length < RENDER_PAGE) {
          const path: string = `/api/projects/${projectId}/renders/${next && `?cursor=${next}`}`;
          const page = await app.server.call(path, ProjectRendersBody, {}, signal);
          results.push(...page.results);
          ({ next } = page);
        }
        await app.db.run(() => app.db.kv.put({ key: keptAs, value: results.slice(0, MAX_KEPT) }));
        return results;
      } catch (error) {
        if (!(error instanceof AppError) || error.failure.code !== 'server-unreachable') throw error;
        const row = await app.db.run(() => app.db.kv.get(keptAs));
        const kept = z.array(RenderBody).safeParse(row?.value);
        if (!kept.success) throw error;
        return kept.data;
      }
    },
    enabled: projectId !== null,
  });
}

/**
 * Lists a render that the server was just brought, also for the time without a server: see {@link projectRendersQuery}.
 *
 * @param deviceKey Of the order, where this device drew it.
 */
export async function listSent(
  { db, queries }: Pick<App, 'db' | 'queries'>,
  render: RenderBody,
  deviceKey?: string,
): Promise<void> {
  const { id, project } = render;
  if (deviceKey !== undefined) {
    noteSent(queries, deviceKey, id);
    // For the other tabs.
    await db.run(() => db.deviceRenders.update(deviceKey, { sentAs: id }));
  }
  const key = rendersKeptAs(project);
  const add = (known: readonly RenderBody[]): RenderBody[] =>
    known.some((one) => one.id === id) ? [...known] : [render, ...known];
  queries.setQueryData<RenderBody[]>(['renders', project], (known) => known && add(known));
  await db.write(async () => {
    const kept = z
      .array(RenderBody)
      .catch([])
      .parse((await db.kv.get(key))?.value);
    await db.kv.put({ key, value: add(kept).slice(0, MAX_KEPT) });
  });
}

/** One render with everything known about it. Without a signal: a window and the channel may wait for the same answer. */
export function renderQuery(app: Pick<App, 'server'>, id: RenderId) {
  return queryOptions({
    queryKey: ['render', id] as const,
    queryFn: () => app.server.call(`/api/render/${id}/`, RenderBody),
  });
}

/** Engines, servers and what runs for this person. Without a signal, as {@link renderQuery}. */
export function systemQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: ['system'] as const,
    queryFn: async () => (await app.server.call('/api/render/state/', RenderStateBody)).data,
    staleTime: 0,
  });
}

export type SystemState = z.infer<typeof RenderStateBody>['data'];

/** A finished render that this device made and the server does not have yet; its id is negative. */
export interface DeviceRender {
  readonly projectKey: string;
  /** Of its order. */
  readonly key: string;
  readonly render: RenderBody;
}

/** Finished renders that are on this device alone, of all projects; `follow-device-renders.ts` says which. */
export function deviceRendersQuery() {
  return queryOptions({
    queryKey: ['device-renders'] as const,
    // Whatever has everything asked for again: nobody else knows them.
    queryFn: ({ client, queryKey }): readonly DeviceRender[] => client.getQueryData(queryKey) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** A render that this device drew, as the server has it since. */
export interface SentRender {
  /** Of its order. */
  readonly key: string;
  /** The negative id that it had before; null where this page did not show it. */
  readonly hereId: RenderId | null;
  readonly id: RenderId;
}

const NONE_SENT: readonly SentRender[] = [];

/** Renders of this device that the server has taken while the page is open: no clock tells them, both may differ. */
export function sentRendersQuery() {
  return queryOptions({
    queryKey: ['sent-renders'] as const,
    queryFn: ({ client, queryKey }): readonly SentRender[] => client.getQueryData(queryKey) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Notes as what the server has a render of this device, by the key of its order. */
export function noteSent(queries: App['queries'], key: string, id: RenderId): void {
  const here = queries.getQueryData(deviceRendersQuery().queryKey)?.find((one) => one.key === key);
  queries.setQueryData(sentRendersQuery().queryKey, (known = []) => {
    const before = known.find((one) => one.key === key);
    const hereId = here?.render.id ?? before?.hereId ?? null;
    if (before?.id === id && before.hereId === hereId) return known;
    return [...known.filter((one) => one !== before), { key, hereId, id }];
  });
}

/** Whether the server knows a render: one that this device made lately has a negative id. */
export function isOnServer({ id }: Pick<RenderBody, 'id'>): boolean {
  return id > 0;
}

/** Whether a project may have renders older than these, its newest: see {@link projectRendersQuery}. */
export function mayHaveOlder(renders: readonly RenderBody[]): boolean {
  return renders.filter(isOnServer).length >= RENDER_PAGE;
}

/**
 * What the server made of a render that this device drew; undefined while it has none. Where its answer was lost the time of
 * the order tells it, as long as the clocks agree.
 */
export function findSent(
  listed: readonly RenderBody[],
  drawn: RenderBody,
  sent: readonly SentRender[],
): RenderBody | undefined {
  const known = sent.find(({ hereId }) => hereId === drawn.id);
  if (known !== undefined) return listed.find(({ id }) => id === known.id);
  return listed.find(
    (render) =>
      render.made_on_device &&
      Date.parse(render.created_at) === Date.parse(drawn.created_at) &&
      render.output_images[0]?.image_hash === drawn.output_images[0]?.image_hash,
  );
}

/** See {@link sentRendersQuery}. */
export function useSent(): readonly SentRender[] {
  return useQuery(sentRendersQuery()).data ?? NONE_SENT;
}

/** Tells of renders that this device drew which order they were; null where nobody knows. */
export function useOrderKeys(): (id: RenderId) => string | null {
  const sent = useSent();
  const { data: here } = useQuery(deviceRendersQuery());
  return (id) =>
    sent.find((one) => one.id === id || one.hereId === id)?.key ??
    here?.find(({ render }) => render.id === id)?.key ??
    null;
}

/** The open project's renders, newest first, those of this device before the rest; empty before the first answer. */
export function useProjectRenders(): readonly RenderBody[] {
  const app = useApp();
  const { serverId, key } = useSnapshot(app.state.project);
  const { data } = useQuery(projectRendersQuery(app, serverId));
  const { data: here } = useQuery(deviceRendersQuery());
  const sent = useSent();
  return useMemo(() => {
    const listed = data ?? [];
    const own = (here ?? []).filter(({ projectKey }) => projectKey === key).map(({ render }) => render);
    // For a moment both have it.
    const unsent = own.filter((render) => findSent(listed, render, sent) === undefined);
    return [...unsent.toReversed(), ...listed];
  }, [data, here, key, sent]);
}

/** One render, undefined while it loads. */
export function useRender(id: RenderId) {
  return useQuery({ ...renderQuery(useApp(), id), enabled: isOnServer({ id }) });
}

/** State of the engines as last told, null before the first answer. */
export function useSystem(): SystemState | null {
  const { data } = useQuery(systemQuery(useApp()));
  return data ?? null;
}
