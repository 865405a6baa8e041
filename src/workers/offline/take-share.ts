import {
  SHARE_FIELD,
  SHARE_QUERY,
  SHARED_BYTES_MAX,
  SHARED_CACHE,
  SHARED_FILES_MAX,
  SHARED_LIST,
  type SharedList,
  type ShareRefusal,
  sharedEntry,
} from '../../contract/share-target.ts';

/** What a model may consist of, and pictures. */
const OPENS = /\.(?:glb|gltf|obj|mtl|bin|ktx2|zip|png|jpe?g|webp)$/i;
/** What a model or a picture begins with: buffers alone open nothing. */
const LEADS = /\.(?:glb|gltf|obj|zip|png|jpe?g|webp)$/i;
/** Systems that share a file without its name say what it is. */
const ENDS: Readonly<Record<string, string>> = {
  'model/gltf-binary': '.glb',
  'model/gltf+json': '.gltf',
  'model/obj': '.obj',
  'application/zip': '.zip',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
};
const NAME_MAX_LENGTH = 200;

/** Where shared files come from and go to. */
interface Surroundings {
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly now: () => number;
}

/**
 * Takes files that a person shared with the app and keeps them until the page opens them; those of a share before that
 * nobody opened go. Whatever comes of it, the browser is sent to the app, which says why where nothing was taken.
 */
export async function takeShare(request: Request, around: Surroundings): Promise<Response> {
  const refusal = await keepShare(request, around).catch((): ShareRefusal => 'none');
  const query = refusal === null ? '' : `?${SHARE_QUERY}=${refusal}`;
  return Response.redirect(`${around.origin}/${query}`, 303);
}

/** @returns Null when the files wait for the page. */
async function keepShare(
  request: Request,
  { origin, caches, now }: Surroundings,
): Promise<ShareRefusal | null> {
  // A form of another site is nobody's share.
  if (request.referrer.startsWith('http') && new URL(request.referrer).origin !== origin) return 'none';
  const form = await request.formData();
  const given = form.getAll(SHARE_FIELD).filter((entry): entry is File => entry instanceof File);
  const filled = given.filter(({ size }) => size > 0);
  if (filled.length === 0) return 'none';
  if (filled.length > SHARED_FILES_MAX) return 'many';
  if (filled.reduce((sum, { size }) => sum + size, 0) > SHARED_BYTES_MAX) return 'large';
  const files = filled.map((file) => ({ file, name: nameOf(file) })).filter(({ name }) => OPENS.test(name));
  if (!files.some(({ name }) => LEADS.test(name))) return 'kind';
  await caches.delete(SHARED_CACHE);
  try {
    const cache = await caches.open(SHARED_CACHE);
    for (const [index, { file }] of files.entries()) await cache.put(sharedEntry(index), new Response(file));
    const list: SharedList = { names: files.map(({ name }) => name), at: now() };
    await cache.put(SHARED_LIST, Response.json(list));
    return null;
  } catch {
    // Half a share would open half a model.
    await caches.delete(SHARED_CACHE);
    return 'room';
  }
}

/** Without folders, and with the end that its kind has. */
function nameOf({ name, type }: File): string {
  const last = name.split(/[/\\]/).at(-1)?.slice(-NAME_MAX_LENGTH) || 'shared';
  return OPENS.test(last) ? last : `${last}${ENDS[type] ?? ''}`;
}
