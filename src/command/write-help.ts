import type { Command } from './commands/command.ts';

const WIDTH = 100;

/** What `vitrine --help` says. */
export function writeWholeHelp(pictures: readonly Command[], operators: readonly Command[]): string {
  const rowsOf = (commands: readonly Command[]) => commands.map(({ name, about }) => [name, about] as const);
  return [
    'Finished product pictures from 3D models, by the built-in engine: no server, no browser.',
    '',
    'vitrine COMMAND [options]',
    '',
    ...writeTable(rowsOf(pictures)),
    '',
    'For whoever runs the server in this folder:',
    '',
    ...writeTable(rowsOf(operators)),
    '',
    'vitrine COMMAND --help tells the options of one. The exit code is 0 for done, 1 for what could not be done,',
    '2 for what must be called differently.',
    '',
  ].join('\n');
}

/** What `vitrine COMMAND --help` says. */
export function writeHelp({ name, usage, about, options, notes }: Command): string {
  const rows = Object.entries(options).map(
    ([option, { value, help }]) => [`--${option}${value === null ? '' : ` ${value}`}`, help] as const,
  );
  return [
    `vitrine ${name} ${usage}`,
    '',
    ...wrap(about, WIDTH),
    '',
    ...writeTable(rows),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
  ].join('\n');
}

function writeTable(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, text]) =>
    wrap(text, WIDTH - left).map((line, k) => `${(k === 0 ? `  ${name}` : '').padEnd(left)}${line}`),
  );
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
