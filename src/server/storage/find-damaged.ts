import { sql } from 'drizzle-orm';
import { ContentHash, UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import type { Damage } from './check-file.ts';

/** A file that is not as it was stored, and who can bring it again. */
export interface DamagedFile {
  readonly hash: ContentHash;
  readonly damage: NonNullable<Damage>;
  readonly isModel: boolean;
  /** As a project or a library calls it. */
  readonly name: string | null;
  /** One of those who have it. */
  readonly owner: { readonly id: UserId; readonly name: string; readonly email: string } | null;
  readonly checkedAt: Date;
}

/** Damaged files, the newest finds first. */
export async function findDamaged(db: Queryable, limit: number): Promise<DamagedFile[]> {
  const { rows } = await db.execute<Row>(sql`
    select hash, damage, content_type, checked_at, named.name, users.id as user_id, users.name as user_name, users.email
    from (
      select * from files where damage is not null order by checked_at desc, hash limit ${limit}
    ) as damaged
    left join lateral (
      select name, user_id from (
        select model_name as name, user_id, 1 as rank from projects where model_hash = hash
        union all select names ->> 'en', user_id, 2 from library_items
          where hash in (image_hash, thumbnail_hash, normal_hash, roughness_hash)
        union all select null, user_id, 3 from owned_files where owned_files.hash = damaged.hash
        union all select null, user_id, 4 from renders join render_images on render_id = renders.id
          where hash in (image_hash, thumbnail_hash, view_hash)
        union all select null, user_id, 5 from renders join render_files on render_id = renders.id
          where render_files.hash = damaged.hash
        union all select null, id, 6 from users where avatar_hash = hash
      ) as names order by rank, user_id limit 1
    ) as named on true
    left join users on users.id = named.user_id
    order by checked_at desc, hash`);
  return rows.map((row) => ({
    hash: ContentHash.parse(row.hash),
    damage: row.damage,
    isModel: row.content_type.startsWith('model/'),
    name: row.name,
    owner:
      row.user_id === null
        ? null
        : { id: UserId.parse(row.user_id), name: row.user_name ?? '', email: row.email ?? '' },
    checkedAt: new Date(row.checked_at),
  }));
}

type Row = {
  readonly hash: string;
  readonly damage: DamagedFile['damage'];
  readonly content_type: string;
  readonly checked_at: string | Date;
  readonly name: string | null;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly email: string | null;
};
