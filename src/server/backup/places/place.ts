/** What a file that was written is known by. */
export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** A file of a place as it is read, once. */
export interface OpenedFile {
  readonly bytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Why a file cannot be opened: it is not there, or something else is, such as a link. */
export type NoFile = 'missing' | 'other';

/** A backup of a place, by its name; `stamp` changes where it is written anew. */
export interface ListedBackup {
  readonly name: string;
  readonly stamp: string;
}

/**
 * Where backups are: each in a folder of its name, and beside them the stored files that all of them share. Paths have
 * slashes and begin there. What is written is durable once the backup is finished.
 *
 * @throws PlaceFailure from every method where the place is a store that does not answer or refuses.
 */
export interface BackupPlace {
  /** As people write it: a folder, or `s3://bucket/prefix`. */
  readonly address: string;
  /** Where a backup stands, as people write it. */
  addressOf(name: string): string;
  /** The place of this name inside. */
  below(name: string): BackupPlace;
  /** Comes before {@link begin}. @throws SetupError where nothing can be written. */
  prepare(): Promise<void>;
  /** Of the programs of this machine, one at a time works in a folder: others wait. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Those that were finished; a place that is not there has none. */
  list(): Promise<ListedBackup[]>;
  /** @returns The path of its folder, to be given to the other methods. Until it is finished it is no backup. */
  begin(name: string): Promise<string>;
  /** All at once it is one. */
  finish(folder: string, name: string): Promise<void>;
  /** Of what was begun nothing is left. */
  discard(folder: string): Promise<void>;
  /** What backups left that were killed. Files that they have added stay. */
  removeUnfinished(): Promise<void>;
  remove(name: string): Promise<void>;
  /** Writes a file that is not there yet. @param source Streams are read once. */
  write(path: string, source: string | AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  /**
   * Adds a stored file, reads it back, and keeps it where it is what was written. It has its name whole, or not at all.
   *
   * @param folder Of the backup that was begun.
   * @param signal Ends it in the middle; nothing is left then.
   */
  addFile(
    folder: string,
    hash: string,
    source: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<WrittenFile>;
  /** Stored files in the order of their hashes. */
  listFiles(): AsyncIterable<{ readonly hash: string; readonly bytes: number }>;
  removeFiles(hashes: readonly string[]): Promise<void>;
  /** Notes, beside the stored files, that some of them were read and were not what was written. */
  addSuspects(hashes: readonly string[]): Promise<void>;
  /** Hashes that were noted. */
  listSuspects(): Promise<ReadonlySet<string>>;
  removeSuspects(hashes: readonly string[]): Promise<void>;
  open(path: string): Promise<OpenedFile | NoFile>;
  close(): void;
}
