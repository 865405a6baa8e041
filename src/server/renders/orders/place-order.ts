import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { listRecipeFiles } from '../../../contract/files/list-recipe-files.ts';
import { LAYER_BYTES_PER_PIXEL } from '../../../contract/files/picture-layers.ts';
import type { RenderGroup } from '../../../contract/http/render-orders.ts';
import type { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import { RenderId, type UserId } from '../../../contract/ids.ts';
import { pricePictures } from '../../../contract/price-pictures.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import { checkOpen } from '../../accounts/invitations/check-open.ts';
import { readBenefits } from '../../billing/benefits.ts';
import type { Config } from '../../config.ts';
import { reserveCredits } from '../../credits/reserve-credits.ts';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { onlyRow } from '../../db/only-row.ts';
import { prepareSql, writer } from '../../db/prepare-read.ts';
import { renderFiles, renders } from '../../db/schema/renders.ts';
import { checkSpace } from '../../libraries/check-room.ts';
import type { RenderQueue } from '../queue/queue.ts';
import { queueFairly } from '../queue/queue-fairly.ts';
import { queuePosition } from '../queue/queue-position.ts';
import { checkQuota } from './check-quota.ts';

/** What an order costs and whose turn it is: see {@link Config}. */
export type OrderRules = Pick<Config, 'renderCost' | 'catalogue' | 'rendersPerDay'>;

type NewRender = Pick<
  typeof renders.$inferSelect,
  'userId' | 'projectId' | 'engine' | 'recipe' | 'price' | 'turn' | 'rerunOf' | 'group' | 'viewIds'
>;

const insertRender = prepareSql<NewRender, { id: number }>((given) =>
  writer
    .insert(renders)
    .values({
      userId: given('userId'),
      projectId: given('projectId'),
      status: 'queued',
      engine: given('engine'),
      recipe: given('recipe'),
      price: given('price'),
      turn: given('turn'),
      rerunOf: given('rerunOf'),
      group: given('group'),
      viewIds: given('viewIds'),
    })
    .returning({ id: renders.id }),
);
const nameFiles = prepareSql<{ id: number; hashes: readonly string[] }, never>(
  (given) => sql`insert into ${renderFiles} (render_id, hash)
    select ${given('id')}::integer, hash from unnest(${given('hashes')}::text[]) as named (hash)`,
);

/**
 * Takes the price, writes the order down and queues it: all of it or nothing, with the caller's transaction.
 *
 * @throws AppError `account-closed`, `credits-insufficient`, `day-quota-reached`, `library-space-full`.
 */
export async function placeOrder(
  tx: Transaction,
  queue: RenderQueue,
  order: {
    readonly userId: UserId;
    readonly projectId: number | null;
    readonly recipe: RenderSpec;
    readonly rules: OrderRules;
    /** The render whose recipe it runs again. */
    readonly rerunOf?: number;
    /** The set that it is a picture of. */
    readonly group?: RenderGroup | null;
    readonly viewIds?: readonly string[];
  },
): Promise<z.infer<typeof RenderAcceptedBody>> {
  const { userId, projectId, recipe } = order;
  const { engine } = recipe.engineBuild;
  const price = pricePictures(recipe, order.rules.renderCost);
  await checkQuota(tx, order.rules, userId, recipe.batchSize);
  await checkRoomForLayers(tx, order.rules, userId, recipe);
  const { queueTurns } = await readBenefits(tx, order.rules.catalogue, userId);
  const turn = await queueFairly(tx, engine, userId, queueTurns);
  const rerunOf = order.rerunOf ?? null;
  const group = order.group ?? null;
  const viewIds = [...(order.viewIds ?? [])];
  const row = { userId, projectId, engine, recipe, price, turn, rerunOf, group, viewIds };
  const render = onlyRow(await insertRender(tx, row));
  const credits = await reserveCredits(tx, { userId, renderId: render.id, price });
  // After the wallet: in the order in which everybody locks them.
  await checkOpen(tx, userId);
  await nameFiles(tx, { id: render.id, hashes: listRecipeFiles(recipe) });
  await queue.add(tx, engine, render.id, turn);
  await announce(tx, 'queue_moved');
  return {
    id: RenderId.parse(render.id),
    status: 'queued',
    queue_position: await queuePosition(tx, render.id),
    price,
    credits,
  };
}

/** Files for compositing are many times a picture: they count to the room that a person has on the server. */
async function checkRoomForLayers(
  tx: Transaction,
  { catalogue }: OrderRules,
  userId: UserId,
  recipe: RenderSpec,
): Promise<void> {
  if (recipe.keepsLayers !== true) return;
  const { widthPx, heightPx, batchSize } = recipe;
  await checkSpace(tx, catalogue, userId, widthPx * heightPx * batchSize * LAYER_BYTES_PER_PIXEL);
}
