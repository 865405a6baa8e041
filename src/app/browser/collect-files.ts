/** A folder of a shop's whole catalogue is no model; reading further would only keep the person waiting. */
const MAX_FILES = 5_000;

/** A file with its path from where it was chosen. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** Files that a person chose in a dialog. */
export function nameFiles(files: Iterable<File>): ChosenFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * Files that a person dropped, folders with all that is in them, up to 5,000. What cannot be read, such as a dead link or
 * a locked folder, is left out. Call it while the event is handled: the browser forgets what was dropped right after.
 *
 * @throws DOMException where nothing of it can be read.
 */
export function collectDrop(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<ChosenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const plain = nameFiles(transfer.files);
  // A drop made by a script has files, but no entries.
  return entries.length === 0 ? Promise.resolve(plain) : readEntries(entries);
}

async function readEntries(roots: readonly FileSystemEntry[]): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  const failures: unknown[] = [];
  const waiting = [...roots];
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (found.length >= MAX_FILES) break;
    try {
      if (isFile(entry))
        found.push({ path: entry.fullPath.replace(/^\/+/, ''), file: await readFile(entry) });
      else if (isFolder(entry)) waiting.push(...(await listFolder(entry)));
    } catch (error) {
      failures.push(error);
    }
  }
  if (found.length === 0 && failures.length > 0) throw failures[0];
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function readFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives up to 100 entries at a time, and none at the end. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
