import { resolve } from 'node:path';
import { openModel } from '../model/open-model.ts';
import { UsageError } from '../options/usage-error.ts';
import { describeModelWarning } from '../output/describe-warning.ts';
import type { Command } from './command.ts';
import { TELLING_OPTIONS } from './picture-options.ts';

/** So many nodes of a part are named for people; programs have all. */
const NODES_SHOWN = 6;

/** What of a model can be given a material. */
export const parts: Command = {
  name: 'parts',
  usage: 'MODEL [options]',
  about:
    'Lists the parts of a model that --material can name: its materials, and behind each the nodes that wear it.',
  options: TELLING_OPTIONS,
  notes: ['--material takes either name; a node stands for the material that it wears.'],
  async run(args, { cwd, tell }) {
    const [path, ...others] = args.names;
    if (path === undefined || others.length > 0) throw new UsageError('vitrine parts takes one model.');
    const model = await openModel(resolve(cwd, path), null);
    for (const warning of model.report.warnings) {
      const sentence = describeModelWarning(warning);
      if (sentence !== null) tell.warn(sentence);
    }
    const lines = model.parts.map(({ name, nodes }) => {
      const shown = nodes.slice(0, NODES_SHOWN).join(', ');
      return `${name}\t${shown}${nodes.length > NODES_SHOWN ? `, … (${nodes.length})` : ''}`;
    });
    const { triangleCount, bounds } = model.report;
    tell.answer(lines.join('\n'), {
      model: model.name,
      triangleCount,
      size: bounds.max.map((value, axis) => value - (bounds.min[axis] ?? 0)),
      parts: model.parts.map(({ name, nodes, row }) => ({
        name,
        nodes,
        colour: row.colour,
        hasTexture: row.hasTexture,
      })),
    });
  },
};
