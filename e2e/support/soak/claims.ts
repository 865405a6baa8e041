import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Effect, EffectsLog } from '../../../tests/support/fault-rig/effects-log.ts';
import type { Kept } from './device.ts';

/** Something that a person did. */
export interface Claim {
  readonly kind: 'prompt' | 'name' | 'metalness' | 'model' | 'stroke' | 'view' | 'view-gone' | 'order';
  /** What it says: unique, but for what the page gives an id: that, '' while it is not known. A model has its hash. */
  value: string;
  /** Hash of the model that it is about. */
  readonly model?: string;
  readonly device?: string;
  /** The device had it when somebody looked: whatever happens from then on, it must not be lost. */
  isKept: boolean;
}

/** What a person was told is safe, and how that compares with what the server did. */
export interface Claims {
  /** Before it is done: what is interrupted may have happened or not. */
  begin(claim: Omit<Claim, 'isKept'>): Claim;
  keep(claim: Claim): void;
  /** Saved by a device and not deleted, the oldest first. */
  viewsOf(device: string): string[];
  /** Whether a view is one that somebody saved, as far as is known. */
  hasView(uuid: string): boolean;
  /** Renders of the server that have not ended. */
  unfinished(): Promise<readonly unknown[]>;
  /** Whether the server has an order with this prompt. */
  hasReached(prompt: string): Promise<boolean>;
  /**
   * Compares all of it with the server and the devices, which have come to rest. @throws What was lost, doubled or
   * turned round.
   */
  check(kept: readonly Kept[]): Promise<void>;
  readonly count: number;
}

interface RenderRow {
  readonly id: number;
  readonly prompt: string;
  readonly status: string;
  readonly price: number;
  readonly refunded: number;
  readonly made_on_device: boolean;
}

/** @param email Of the person whose work it is. @param folder DATA_DIR of the server. */
export function openClaims(log: EffectsLog, email: string, folder: string): Claims {
  const claims: Claim[] = [];
  const of = (kind: Claim['kind']) => claims.filter((claim) => claim.kind === kind);
  const renders = () =>
    log.ask<RenderRow>(
      `select id, recipe->>'positivePrompt' as prompt, status, price, refunded, made_on_device
       from renders where deleted_at is null order by id`,
    );

  /** The last value that was kept, or one that came after it and may have been. */
  const expectLast = (
    kind: 'prompt' | 'name' | 'metalness' | 'model',
    value: string,
    all: readonly Claim[] = of(kind),
  ): void => {
    const lastKept = all.findLastIndex(({ isKept }) => isKept);
    if (lastKept < 0) return;
    const may = all.slice(lastKept).map((claim) => claim.value);
    expect(may, `the ${kind} that was said to be safe`).toContain(value);
  };
  /** What the server wrote into a field, in its order, is what was typed, in its order; some may be left out. */
  const expectInOrder = (kind: 'prompt' | 'name', written: readonly string[]): void => {
    const marks = written
      .map((value) => /^(?:prompt|order|name)-(\d+)$/.exec(value)?.[1])
      .filter((mark) => mark !== undefined)
      .map(Number);
    expect(marks, `the order in which the ${kind} reached the server`).toEqual(
      marks.toSorted((a, b) => a - b),
    );
  };
  const checkViews = (views: readonly { readonly uuid: string }[]): void => {
    const there = views.map(({ uuid }) => uuid);
    expect(new Set(there).size, 'views that are there twice').toBe(there.length);
    const gone = new Map(of('view-gone').map((claim) => [claim.value, claim.isKept]));
    for (const { value, isKept } of of('view')) {
      if (isKept && !gone.has(value)) expect(there, 'a view that was said to be safe').toContain(value);
      if (gone.get(value) === true) expect(there, 'a view that was deleted').not.toContain(value);
    }
    const known = new Set(of('view').map(({ value }) => value));
    const unknown = there.filter((uuid) => !known.has(uuid));
    expect(unknown.length, 'views that nobody saved').toBeLessThanOrEqual(
      of('view').filter(({ isKept }) => !isKept).length,
    );
  };
  /** A file of the server is what its name says (I4). */
  const checkModel = async (hash: string): Promise<void> => {
    const bytes = await readFile(join(folder, 'files', hash.slice(0, 2), hash.slice(2, 4), hash));
    expect(createHash('sha256').update(bytes).digest('hex'), 'the model that the server has').toBe(hash);
  };
  const checkStrokes = async (kept: readonly Kept[]): Promise<void> => {
    const rows = await log.ask<{ steps: readonly { readonly id: string; readonly kind: string }[] }>(
      'select steps from sketches where project_id in (select id from projects where user_id = (select id from users where email = $1))',
      [email],
    );
    const there = rows.flatMap(({ steps }) => steps.map(({ id }) => id)).toSorted();
    expect(new Set(there).size, 'strokes that are there twice').toBe(there.length);
    for (const { value, isKept } of of('stroke'))
      if (isKept) expect(there, 'a stroke that was said to be safe').toContain(value);
    for (const device of kept) expect(device.strokes.toSorted()).toEqual(there);
  };
  const checkOrders = async (): Promise<void> => {
    const rows = await renders();
    for (const { value, isKept } of of('order')) {
      const count = rows.filter(({ prompt }) => prompt === value).length;
      expect(count, `renders of ${value}`).toBeLessThanOrEqual(1);
      if (isKept) expect(count, `renders of ${value}, which was said to be on its way`).toBe(1);
    }
    expect(rows.filter(({ status }) => status !== 'completed')).toEqual([]);
    const known = new Set(of('order').map(({ value }) => value));
    expect(rows.filter(({ prompt }) => !known.has(prompt))).toEqual([]);
    // Money: what each cost was taken once, and the sum of all that was written is what is left.
    const paid = rows.filter(({ made_on_device }) => !made_on_device);
    const [money] = await log.ask<{ balance: number; reserved: number; sum: number; captured: number }>(
      `select balance, reserved, (select sum(amount)::int from ledger where user_id = w.user_id) as sum,
        (select count(*)::int from ledger where user_id = w.user_id and kind = 'capture') as captured
       from wallets w where user_id = (select id from users where email = $1)`,
      [email],
    );
    expect(money).toMatchObject({ reserved: 0, captured: paid.length });
    expect(money?.balance).toBe(money?.sum);
  };
  const checkEffects = async (): Promise<void> => {
    const keys = new Map<string, number>();
    for (const { operation, transaction } of await log.read('idempotency_keys'))
      if (operation === 'INSERT') keys.set(transaction, (keys.get(transaction) ?? 0) + 1);
    // No order without the key that makes it one.
    for (const { operation, transaction, row } of await log.read('renders')) {
      if (operation === 'INSERT') expect(keys.get(transaction), `keys of render ${String(row.id)}`).toBe(1);
    }
    const projects = await log.read('projects');
    expectInOrder(
      'prompt',
      changesOf(projects, (row) => String(settingsOf(row).positive_prompt)),
    );
    expectInOrder(
      'name',
      changesOf(projects, (row) => String(row.name)),
    );
  };

  return {
    begin(claim) {
      const begun = { ...claim, isKept: false };
      claims.push(begun);
      return begun;
    },
    keep(claim) {
      claim.isKept = true;
    },
    viewsOf(device) {
      const gone = new Set(of('view-gone').map(({ value }) => value));
      return of('view')
        .filter((claim) => claim.device === device && claim.isKept && !gone.has(claim.value))
        .map(({ value }) => value);
    },
    hasView: (uuid) => of('view').some(({ value }) => value === uuid),
    unfinished: () =>
      log.ask<RenderRow>(
        `select * from renders where deleted_at is null and status not in ('completed', 'failed', 'cancelled')`,
      ),
    hasReached: async (prompt) => (await renders().catch(() => [])).some((row) => row.prompt === prompt),
    async check(kept) {
      const [project] = await log.ask<{ name: string; model_hash: string; settings: Kept['settings'] }>(
        `select name, model_hash, settings from projects where user_id = (select id from users where email = $1)
         order by is_active desc, id desc limit 1`,
        [email],
      );
      if (project === undefined) throw new Error('The server has no project.');
      const settings = { ...project.settings, name: project.name };
      expectLast('prompt', settings.positive_prompt);
      expectLast('name', settings.name);
      expectLast('model', project.model_hash);
      await checkModel(project.model_hash);
      expectLast(
        'metalness',
        String(settings.model_materials[0]?.metalness),
        of('metalness').filter(({ model }) => model === project.model_hash),
      );
      await checkStrokes(kept);
      checkViews(settings.camera_views);
      for (const device of kept) {
        expect(device.settings.positive_prompt).toBe(settings.positive_prompt);
        expect(device.settings.name).toBe(settings.name);
        expect(device.settings.model_hash).toBe(project.model_hash);
        expect(device.settings.model_materials[0]?.metalness).toBe(settings.model_materials[0]?.metalness);
        expect(device.settings.camera_views.map(({ uuid }) => uuid).toSorted()).toEqual(
          settings.camera_views.map(({ uuid }) => uuid).toSorted(),
        );
      }
      await checkOrders();
      await checkEffects();
    },
    get count() {
      return claims.filter(({ isKept }) => isKept).length;
    },
  };
}

function settingsOf(row: Effect['row']): Readonly<Record<string, unknown>> {
  return row.settings as Readonly<Record<string, unknown>>;
}

/** A field's values in the order in which they were written, without repeats in a row. */
function changesOf(effects: readonly Effect[], read: (row: Effect['row']) => string): string[] {
  return effects
    .filter(({ operation }) => operation !== 'DELETE')
    .map(({ row }) => read(row))
    .filter((value, index, all) => value !== all[index - 1]);
}
