import { and, eq, isNull } from 'drizzle-orm';
import type { ContentHash } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Whether these bytes are a model that this person brought before and that lies here whole. What others brought is no
 * answer: it looks like what nobody has.
 */
export async function hasModel(
  { db, storage }: { readonly db: Db; readonly storage: Storage },
  userId: number,
  hash: ContentHash,
): Promise<boolean> {
  const [own] = await db
    .select({ sizeBytes: files.sizeBytes })
    .from(ownedFiles)
    .innerJoin(files, eq(files.hash, ownedFiles.hash))
    .where(
      and(
        eq(ownedFiles.userId, userId),
        eq(ownedFiles.hash, hash),
        eq(files.contentType, 'model/gltf-binary'),
        isNull(files.damage),
      ),
    );
  return own !== undefined && (await storage.size(hash)) === own.sizeBytes;
}
