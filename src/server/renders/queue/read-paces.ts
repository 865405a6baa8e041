import { sql } from 'drizzle-orm';
import type { EngineName } from '../../../contract/engine-name.ts';
import type { RenderPace, SecondsRange } from '../../../contract/http/renders.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { Queryable } from '../../db/database.ts';
import { prepareSql } from '../../db/prepare-read.ts';
import { renders } from '../../db/schema/renders.ts';

/** Orders of everybody that are looked at, the newest: a recipe is long to read, and old ones say little. */
const EXAMINED_ORDERS = 100;
/** Of one kind. */
const LAST_OF = 10;
const LEAST_OF = 3;

type Row = Omit<RenderPace, 'seconds'> & SecondsRange;

const selectPaces = prepareSql<Record<string, never>, Row>(
  () => sql`
    with finished as (
      select id, engine,
        (recipe ->> 'widthPx')::integer as width, (recipe ->> 'heightPx')::integer as height,
        recipe ->> 'quality' as quality, (recipe ->> 'outputPx')::integer as output_px,
        extract(epoch from finished_at - started_at)::float8 / (recipe ->> 'batchSize')::integer as took
      from ${renders} where status = 'completed' and started_at is not null and attempt = 1 order by id desc limit ${EXAMINED_ORDERS}),
    numbered as (
      select *, row_number() over (partition by engine, width, height, quality, output_px order by id desc) as nth
      from finished)
    select engine, width, height, quality, output_px,
      percentile_cont(0.25) within group (order by took) as low,
      percentile_cont(0.75) within group (order by took) as high
    from numbered where nth <= ${LAST_OF}
    group by engine, width, height, quality, output_px having count(*) >= ${LEAST_OF}`,
);

/**
 * The middle half of the seconds that the last orders of each engine, size and quality took for one image. A kind of
 * which fewer than three were finished lately is left out.
 */
export async function readPaces(db: Queryable): Promise<RenderPace[]> {
  const rows = await selectPaces(db, {});
  return rows.map(({ low, high, ...kind }) => ({ ...kind, seconds: { low, high } }));
}

/** How long all images of an order take; null while nobody knows. */
export function expectSeconds(
  paces: readonly RenderPace[],
  engine: EngineName,
  order: Pick<RenderSpec, 'widthPx' | 'heightPx' | 'quality' | 'batchSize'> & {
    readonly outputPx?: number | null | undefined;
  },
): SecondsRange | null {
  const { widthPx, heightPx, quality, outputPx, batchSize } = order;
  const pace = paces.find(
    (kind) =>
      kind.engine === engine &&
      kind.width === widthPx &&
      kind.height === heightPx &&
      kind.quality === quality &&
      kind.output_px === (outputPx ?? null),
  );
  if (pace === undefined) return null;
  return { low: pace.seconds.low * batchSize, high: pace.seconds.high * batchSize };
}
