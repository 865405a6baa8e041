import type { ZipEntry } from '../../../contract/compute-values.ts';
import type { BundleManifest } from '../../../contract/files/bundle.ts';
import { zipFiles } from '../../browser/zip-files.ts';
import type { App } from '../../core/app.ts';
import { makePlaceholder } from './placeholder.ts';
import { type BundleContent, bundleName, type PlannedFile, planBundle } from './plan-bundle.ts';

type Tools = Pick<App, 'compute' | 'outside'>;

/** Shares of the work that making masks and hashes takes; packing takes the rest. */
const PREPARING = 0.6;
/** Formats by their first byte. */
const EXTENSIONS: Readonly<Record<number, string>> = { 137: 'png', 255: 'jpg', 82: 'webp' };

/**
 * Packs a bundle: the numbered files and `manifest.json`, which names them with their hashes.
 *
 * @param target Written to as it is made; null collects it.
 * @param onProgress Told the share that is done, 0 to 1.
 * @returns Null with a target.
 * @throws AppError `image-unreadable`, `worker-crashed`, `device-storage-full`; `AbortError`.
 */
export async function makeBundle(
  app: Tools,
  content: BundleContent,
  target: FileSystemFileHandle | null,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const compute = app.compute(signal);
  const files: BundleManifest['files'] = [];
  const entries: ZipEntry[] = [];
  const planned = planBundle(content);
  for (const file of planned) {
    const body = await bodyOf(app, file, signal);
    const name = bundleName(file, await extensionOf(file, body));
    entries.push({ name, content: body });
    files.push({
      name,
      number: file.number,
      part: file.part,
      material: file.material,
      is_placeholder: file.content === null,
      size_bytes: body.size,
      sha256: await compute.hashFile(body),
    });
    onProgress((PREPARING * entries.length) / planned.length);
  }
  const manifest: BundleManifest = {
    version: 1,
    made_at: new Date(app.outside.now()).toISOString(),
    source: content.source,
    model: content.model,
    width: content.width,
    height: content.height,
    seed: content.seed,
    is_seed_fixed: content.is_seed_fixed,
    files,
  };
  entries.push({ name: 'manifest.json', content: `${JSON.stringify(manifest, null, 2)}\n` });
  return zipFiles(app, entries, target, (share) => onProgress(PREPARING + (1 - PREPARING) * share), signal);
}

async function bodyOf({ compute }: Tools, file: PlannedFile, signal: AbortSignal): Promise<Blob> {
  if (file.content === null) return makePlaceholder();
  if (typeof file.content === 'string') return new Blob([file.content], { type: 'text/plain' });
  return file.part === 'mask' ? compute(signal).binariseMask(file.content) : file.content;
}

/** By what is in it: files of this device's storage do not know their type. */
async function extensionOf({ content }: PlannedFile, body: Blob): Promise<string> {
  if (typeof content === 'string') return 'txt';
  const [first = 0] = new Uint8Array(await body.slice(0, 1).arrayBuffer());
  return EXTENSIONS[first] ?? 'bin';
}
