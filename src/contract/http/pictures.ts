import { z } from 'zod';
import { ContentHash } from '../ids.ts';

/** GET /api/picture/{hash}/: whether the server has these bytes as a picture of the person's own. */
export const PictureStateBody = z.object({ is_stored: z.boolean() });
/**
 * POST /api/picture/, multipart, one file `picture`: a picture of the person's own that is in no library, such as a
 * painted gradient. An order names it by its hash. Bytes with data of a camera in them are written anew, and have
 * another hash.
 */
export const PictureBody = z.object({ hash: ContentHash });
