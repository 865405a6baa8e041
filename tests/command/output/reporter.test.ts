import { expect, test } from 'vitest';
import { createReporter } from '../../../src/command/output/reporter.ts';

/** What a person reads, line by line, of what was told. */
function readLines(tell: (teller: ReturnType<typeof createReporter>) => void): string[] {
  let text = '';
  const stderr = { write: (part: string) => void (text += part), isTTY: true };
  tell(createReporter({ stdout: stderr, stderr, cwd: '/work' }, { isJson: false, isQuiet: false }));
  return text.split('\n');
}

const NAME = 'red\nchair\u001b[31m.png';

test('a name with a line break, or with what a terminal obeys, is one line of plain text', () => {
  const lines = readLines((teller) => {
    teller.wrote(`/work/${NAME}`, false);
    teller.wrote(`/work/${NAME}`, true);
    teller.warn(`${NAME} has no material “Oak”.`);
  });
  expect(lines).toEqual([
    'red chair [31m.png',
    'red chair [31m.png was there',
    'red chair [31m.png has no material “Oak”.',
    '',
  ]);
});

test('the bar of a picture with such a name stays on its line', () => {
  const [line, ...others] = readLines((teller) => teller.progress(50, 'tracing', `/work/${NAME}`));
  expect(others).toEqual([]);
  expect(line).toContain('red chair [31m.png ████████████');
});

test('what is several lines by itself stays so, and obeys nothing that stands in a name', () => {
  expect(readLines((teller) => teller.answer('Seat\nLeg\u001b[2J\tbroad', {}))).toEqual([
    'Seat',
    'Leg [2J\tbroad',
    '',
  ]);
});
