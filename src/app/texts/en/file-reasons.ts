import { BATCH_ZIP, PROJECT_FILE } from '../../../contract/constants.ts';
import type { ArchiveReason, ProjectFileReason } from '../../../contract/failure-reasons.ts';
import type { RecipeReason } from '../../../contract/files/recipe-picture.ts';
import { createFormatters } from '../formatters.ts';

const format = createFormatters('en');

/** Why a ZIP of pictures is not taken. */
export const ARCHIVE = {
  'not-a-zip': 'This file is not a ZIP archive that can be read.',
  'too-many-entries': `The ZIP holds more than ${format.number(BATCH_ZIP.maxEntries)} files.`,
  'unpacks-too-large': `The ZIP unpacks to more than ${format.bytes(BATCH_ZIP.unpackedMaxBytes)}.`,
  'no-pictures': 'The ZIP holds no files.',
  'nothing-taken': 'None of the files in the ZIP can be a material.',
} as const satisfies Record<ArchiveReason, string>;

/** Why a project file is not opened. */
export const PROJECT_FILE_REASON = {
  other: 'This file is no project that was exported from Vitrine.',
  newer: 'This project file comes from a newer version. Update Vitrine, then import it again.',
  damaged: 'The project file is damaged. Copy or export it again.',
  repacked:
    'The project file was packed anew, with a password or in a way that is not read. Unpack it and pack what is in it as an ordinary ZIP, or export it again.',
  incomplete: 'The project file lacks some of its parts. Copy or export it again.',
  changed: 'Parts of the project file are not what it says they are. Copy or export it again.',
  'too-large': `The project file is larger than a page can unpack: ${format.bytes(PROJECT_FILE.maxBytes)} at most.`,
} as const satisfies Record<ProjectFileReason, string>;

/** Why a picture's recipe is not opened: what follows on the picture's name. */
export const RECIPE = {
  'not-a-png': 'is no PNG, and only from a PNG can a recipe be opened here',
  none: 'has no recipe of Vitrine in it. Drop a GLB, glTF or OBJ file to open a model',
  'too-large': 'is larger than a picture with a recipe can be',
  damaged: 'has a recipe that is damaged or not of Vitrine',
  'other-version': 'has a recipe of another version of Vitrine',
} as const satisfies Record<RecipeReason, string>;
