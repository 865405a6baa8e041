import type { ModelFiles } from './object-info/core-classes.ts';
import { readObjectInfo, SERVER_FILES } from './object-info/stored-servers.ts';
import type { Switches } from './switches.ts';

export function readInfo(switches: Switches) {
  return readObjectInfo(switches.kind, switches.comboForm, readFiles(switches));
}

/** What lies in the folders of models. */
export function readFiles({ kind, files }: Switches): ModelFiles {
  return { ...SERVER_FILES[kind], ...files };
}
