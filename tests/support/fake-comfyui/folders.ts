/** Input, output and temp folder of a server, in memory. */
export interface Folders {
  /**
   * Keeps an upload as ComfyUI does: under its name, or as `name (1).png` when another picture has it.
   *
   * @returns The name it got; null outside the folders.
   */
  upload(type: string, subfolder: string, name: string, bytes: Uint8Array, overwrite: boolean): string | null;
  write(type: string, name: string, bytes: Uint8Array): void;
  read(type: string, subfolder: string, name: string): Uint8Array | null;
  /** By the value of LoadImage: `sub/name.png [temp]`. */
  readValue(value: string): Uint8Array | null;
  wipe(type: string): void;
}

export const TYPES: readonly string[] = ['input', 'output', 'temp'];

export function createFolders(): Folders {
  const files = new Map<string, Uint8Array>();
  const key = (type: string, subfolder: string, name: string) =>
    `${type}:${subfolder ? `${subfolder}/${name}` : name}`;
  return {
    upload(type, subfolder, name, bytes, overwrite) {
      if (!TYPES.includes(type) || !isInside(subfolder) || !isInside(name)) return null;
      const dot = name.lastIndexOf('.');
      const [stem, ending] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
      let kept = name;
      for (let copy = 1; !overwrite; copy++) {
        const there = files.get(key(type, subfolder, kept));
        if (!there || Buffer.compare(there, bytes) === 0) break;
        kept = `${stem} (${copy})${ending}`;
      }
      files.set(key(type, subfolder, kept), bytes);
      return kept;
    },
    write: (type, name, bytes) => void files.set(key(type, '', name), bytes),
    read: (type, subfolder, name) => files.get(key(type, subfolder, name)) ?? null,
    readValue(value) {
      const [, name = value, type = 'input'] = /^(.*) \[(input|output|temp)\]$/.exec(value) ?? [];
      return files.get(`${type}:${name}`) ?? null;
    },
    wipe(type) {
      for (const name of [...files.keys()]) if (name.startsWith(`${type}:`)) files.delete(name);
    },
  };
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split(/[\\/]/).includes('..');
}
