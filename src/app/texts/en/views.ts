import { createFormatters } from '../formatters.ts';

const format = createFormatters('en');

/** The list of saved views, and what happens to them. */
export const enViews = {
  views: {
    title: 'Saved views',
    empty: 'No saved views',
    defaultName: (id: number) => `View ${id}`,
    save: 'Save view',
    saveLater: 'Save view: once the model of the project is shown',
    saving: 'Saving the view',
    count: (count: number, max: number) => `${format.number(count)} of ${format.number(max)} views`,
    full: (max: number) =>
      `${format.number(max)} of ${format.number(max)} views. Delete one to save another.`,
    noModel: 'Open a model to save a view of it.',
    goTo: (name: string) => `Go to ${name}`,
    more: (name: string) => `Options of ${name}`,
    drag: (name: string) => `Drag ${name}`,
    listMenu: 'Options of the saved views',
    rename: 'Rename',
    renameTitle: (name: string) => `Rename ${name}`,
    name: 'Name',
    apply: 'Rename',
    update: 'Update to what is shown',
    moveLeft: 'Move left',
    moveRight: 'Move right',
    moveUp: 'Move up',
    moveDown: 'Move down',
    delete: 'Delete view',
    clear: 'Clear all',
    clearQuestion: (count: number) =>
      count === 1
        ? 'The saved view of this model is deleted on all your devices.'
        : `All ${format.number(count)} saved views of this model are deleted on all your devices.`,
    cameraOnly: 'Move the camera only',
    recovered: (count: number) =>
      count === 1 ? 'A saved view was recovered.' : `${format.number(count)} saved views were recovered.`,
    madeRoom: (names: string, max: number) =>
      `A project keeps ${format.number(max)} views. These of models you left longest ago made room: ${names}. Undo brings them back.`,
    undoSave: 'Save view',
    undoUpdate: 'Update view',
    undoRename: 'Name of view',
    undoMove: 'Order of views',
    undoDelete: 'Delete view',
    undoClear: 'Clear all views',
    undoModel: (name: string) => `Model as in ${name}`,
    noProject: 'There is no projectId to synchronise with',
    noState: 'There is no state to synchronise',
    notFound: (id: string) => `View with ID ${id} not found`,
    saveViewFailed: (name: string) => `Could not save camera view ${name}`,
    deleteViewFailed: (name: string) => `Could not delete camera view ${name}`,
    syncFailed: (reason: string) =>
      `The saved views could not be synchronised; they are kept on this device: ${reason}`,
    recoveryFailed: (attempt: number, of: number) => `Recovery attempt failed (${attempt} of ${of})`,
    noBackups: 'No backups of saved views found',
  },
};
