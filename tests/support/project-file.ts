import { createHash } from 'node:crypto';
import JSZip from 'jszip';
import { freshSettings } from '../../src/app/state/projects.ts';
import { PROJECT_FILE_MANIFEST } from '../../src/contract/constants.ts';
import { type ProjectFile, placeOf } from '../../src/contract/files/project-file.ts';
import { ContentHash } from '../../src/contract/ids.ts';

export function hashBytes(bytes: string | Uint8Array): ContentHash {
  return ContentHash.parse(createHash('sha256').update(bytes).digest('hex'));
}

/** A manifest of an empty project that brings these files along. */
export function makeManifest(
  files: readonly (string | Uint8Array)[],
  changes: Partial<ProjectFile> = {},
): ProjectFile {
  return {
    format: 'vitrine-project',
    version: 1,
    exported_at: '2026-06-01T12:00:00.000Z',
    settings: freshSettings('Lamp'),
    originals: [],
    items: [],
    worn: [],
    sketches: [],
    renders: [],
    files: files.map((bytes) => ({
      hash: hashBytes(bytes),
      content_type: 'image/webp',
      size_bytes: Buffer.byteLength(bytes),
    })),
    ...changes,
  };
}

/** The ZIP of a manifest, which need not be true, and of files. */
export async function packProject(
  manifest: unknown,
  files: readonly (string | Uint8Array)[],
  change: (zip: JSZip) => unknown = () => {},
): Promise<Blob> {
  const zip = new JSZip();
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  zip.file(PROJECT_FILE_MANIFEST, text, { createFolders: false });
  for (const bytes of files)
    zip.file(placeOf(hashBytes(bytes), 'image/webp'), bytes, { createFolders: false });
  await change(zip);
  return new Blob([new Uint8Array(await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }))]);
}
