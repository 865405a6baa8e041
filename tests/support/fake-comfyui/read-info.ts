import type { ModelFiles } from './object-info/core-classes.ts';
import { readObjectInfo, SERVER_FILES } from './object-info/stored-servers.ts';
import { isNewer, type Switches } from './switches.ts';

export function readInfo(switches: Switches) {
  const generation = isNewer(switches.version) ? 'current' : '0.3.64';
  return readObjectInfo(switches.kind, switches.comboForm, readFiles(switches), generation);
}

/** What lies in the folders of models. */
export function readFiles({ kind, files }: Switches): ModelFiles {
  return { ...SERVER_FILES[kind], ...files };
}
