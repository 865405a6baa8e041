import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const PROMPTS = ['A walnut lounge chair', 'Headphones on plaster', 'A bottle on wet slate', 'A red sofa'];

/**
 * Makes copies of a person's only finished render, straight in the database of a running product: each with a prompt of its
 * own and some hours older than the one before.
 *
 * @param dataFolder DATA_DIR of the product, whose embedded PostgreSQL it is.
 * @returns Once the gallery has `count` renders.
 */
export async function seedRenders(dataFolder, email, count) {
  const note = join(dataFolder, 'postgres.json');
  const state = existsSync(note)
    ? JSON.parse(readFileSync(note, 'utf8')).folder
    : join(dataFolder, 'postgres');
  const client = new pg.Client({
    host: join(state, 'run'),
    user: 'vitrine',
    password: readFileSync(join(state, 'password'), 'utf8').trim(),
    database: 'vitrine',
  });
  await client.connect();
  await client.query(
    `with first as (
       select renders.* from renders join users on users.id = user_id
       where email = $1 and status = 'completed' order by renders.id limit 1
     ), made as (
       insert into renders (user_id, project_id, status, engine, recipe, price, progress, created_at, started_at, finished_at)
       select user_id, project_id, status, case when n % 7 = 0 then 'comfyui' else engine end,
         jsonb_set(recipe, '{positivePrompt}', to_jsonb(($2::text[])[1 + n % 4] || ' ' || n)),
         price, progress, now() - n * interval '5 hours', now(), now()
       from first, generate_series(1, $3::int) n
       returning id
     )
     insert into render_images (render_id, batch_index, image_hash, thumbnail_hash, width_px, height_px)
     select made.id, batch_index, image_hash, thumbnail_hash, width_px, height_px
     from made, first join render_images on render_id = first.id`,
    [email, PROMPTS, count - 1],
  );
  await client.end();
}
