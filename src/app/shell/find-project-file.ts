import type { NamedFile } from '../../contract/compute-values.ts';
import { PROJECT_FILE_END, PROJECT_FILE_MANIFEST } from '../../contract/constants.ts';

/** A ZIP's local header: its signature, 22 bytes further the length of the name, and 4 bytes behind that the name. */
const HEADER = { bytes: 30, signature: 0x04034b50, nameLengthAt: 26 };

/**
 * The project file among files that a person gave, told from a model's ZIP by what lies first in it, or by its name where
 * another program packed it anew. Null for none, and beside other files, which are then a model's.
 */
export async function findProjectFile(files: readonly NamedFile[]): Promise<File | null> {
  const [only] = files;
  if (only === undefined || files.length > 1 || !(only.file instanceof File)) return null;
  const isNamedSo = only.path.toLowerCase().endsWith(PROJECT_FILE_END);
  return isNamedSo || (await readFirstName(only.file)) === PROJECT_FILE_MANIFEST ? only.file : null;
}

async function readFirstName(file: Blob): Promise<string | null> {
  const head = await file.slice(0, HEADER.bytes + PROJECT_FILE_MANIFEST.length).arrayBuffer();
  if (head.byteLength < HEADER.bytes) return null;
  const view = new DataView(head);
  if (view.getUint32(0, true) !== HEADER.signature) return null;
  const length = view.getUint16(HEADER.nameLengthAt, true);
  return new TextDecoder().decode(head.slice(HEADER.bytes, HEADER.bytes + length));
}
