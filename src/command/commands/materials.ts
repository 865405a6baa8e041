import { UsageError } from '../options/usage-error.ts';
import { openLibrary } from '../recipe/open-library.ts';
import type { Command } from './command.ts';
import { TELLING_OPTIONS } from './picture-options.ts';

/** What parts can wear. */
export const materials: Command = {
  name: 'materials',
  usage: '[options]',
  about: 'Lists the materials of the library that --material can name, and what each is of.',
  options: {
    backgrounds: { value: null, help: 'list what --background can name instead' },
    ...TELLING_OPTIONS,
  },
  notes: [],
  async run(args, { program, tell }) {
    if (args.names.length > 0) throw new UsageError('vitrine materials takes no names.');
    const kind = args.has('backgrounds') ? 'background' : 'material';
    const { items } = await openLibrary(program.contentDir);
    const listed = items
      .filter((item) => item.kind === kind)
      .map(({ name, category, averageColour }) => ({ name: name.en, category: category.en, averageColour }));
    const text = listed.map(({ name, category }) => `${name}\t${category}`).join('\n');
    tell.answer(text, { [`${kind}s`]: listed });
  },
};
