import { SHARED_BYTES_MAX, SHARED_FILES_MAX, type ShareRefusal } from '../../../../contract/share-target.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('en');

/** What a picture is for that was dropped on the stage. */
export const enDroppedPicture = {
  droppedPicture: {
    title: 'What is this picture for?',
    background: 'Use as background',
    style: 'Use as style',
    texture: (name: string) => `Texture of ${name}`,
    hint: 'Backgrounds and styles are put into your library, too. To open a model, drop a GLB, glTF or OBJ file.',
    offline:
      'Backgrounds and styles go through the library, which needs the server. It cannot be reached now.',
  },
};

/** Why files that were shared with the app did not come in. */
export const enShare = {
  share: {
    none: 'No file arrived with what was shared.',
    kind: 'What was shared is no model and no picture. GLB, glTF, OBJ, ZIP, PNG, JPEG and WebP can be opened.',
    many: `More than ${format.number(SHARED_FILES_MAX)} files were shared. Share a ZIP of them instead.`,
    large: `What was shared is larger than ${format.bytes(SHARED_BYTES_MAX)}. Nothing was opened.`,
    room: 'There is no room on this device for what was shared. Free some, then share again.',
    unready: 'Vitrine was not ready for files yet. It is now: share them again.',
    open: 'This system brings no shared files to a window that is open. Close Vitrine and share again, or drop the file here.',
  } satisfies Record<ShareRefusal, string>,
};
