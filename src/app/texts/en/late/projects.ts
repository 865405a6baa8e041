import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** The list of projects, and project files. */
export const enProjects = {
  projects: {
    title: 'Projects',
    search: 'Search projects',
    new: 'New project',
    newFailed: (reason: string) => `No project was made: ${reason}`,
    import: 'Import',
    offline:
      'No connection: projects of this device open, new ones are made here and go to the server later.',
    listFailed: (reason: string) =>
      `The server’s list could not be read. These are on this device. ${reason}`,
    none: 'No project has this name',
    noneHint: 'Search for another word, or make a new project.',
    open: 'Open now',
    onlyHere: 'Only on this device',
    unsaved: 'Unsaved changes',
    notHere: 'Not on this device',
    needsConnection: 'Needs a connection',
    noModel: 'No model yet',
    changed: (moment: string) => `Changed ${moment}`,
    more: (name: string) => `What to do with ${name}`,
    rename: 'Rename',
    copy: 'Duplicate',
    export: 'Export',
    delete: 'Delete',
    nameMissing: 'Write a name.',
    openFailed: (name: string, reason: string) => `${name} could not be opened: ${reason}`,
    leftUnsaved: (name: string) => `The unsaved changes of ${name} are kept on this device.`,
    copyName: (name: string) => `${name} (copy)`,
    copied: (name: string) => `${name} is in the list.`,
    openIt: 'Open',
    copyFailed: (name: string, reason: string) => `${name} was not duplicated: ${reason}`,
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteMessage:
      'Its settings, materials and views are deleted for good. Finished renders stay in your gallery.',
    deleteUnsaved:
      'It has changes that are only on this device. They, its materials and its views are deleted for good. Finished renders stay in your gallery.',
    deleted: (name: string) => `${name} was deleted.`,
    deleteFailed: (name: string, reason: string) => `${name} was not deleted: ${reason}`,
    exportTitle: (name: string) => `Export ${name}`,
    exportCollecting: 'Collecting model, pictures and renders',
    exportPacking: 'Packing the file',
    exported: (name: string, size: string) => `${name} was exported, ${size}.`,
    exportLeftOut: (count: number) =>
      `${plural(count, 'older render is', 'older renders are')} not in it: a file holds the newest of the model shown.`,
    exportNoRenders: 'Its renders are not in it: they are on the server, which cannot be reached.',
    exportFailed: (reason: string) => `Nothing was exported: ${reason}`,
    importTitle: (name: string) => `Import ${name}`,
    importReading: 'Reading and checking the file',
    importStoring: 'Keeping model and pictures on this device',
    imported: (name: string) => `${name} was imported.`,
    importedLater: 'It is on this device, and goes to the server when that can be reached.',
    importFailed: (reason: string) => `Nothing was imported: ${reason}`,
  },
};
