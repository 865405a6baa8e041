import { expect, test } from 'vitest';
import { limitPrompt } from '../../../../src/app/features/order/limit-prompt.ts';

const full = 'x'.repeat(500);
const after = (before: string, text: string) => {
  const limited = limitPrompt(before, text);
  return [limited.text.length, limited.isCut];
};

test('500 characters are taken as they are, with the spaces at their ends (H13)', () => {
  expect(limitPrompt('', full)).toEqual({ text: full, isCut: false });
  expect(limitPrompt('oak', 'oak ')).toEqual({ text: 'oak ', isCut: false });
});

test('what is pasted is cut and told each time; a key in a full prompt is not taken, and its end stays', () => {
  expect(after('', `${full}yz`)).toEqual([500, true]);
  expect(after(full, `${full}yz`)).toEqual([500, true]);
  expect(limitPrompt(full, `a${full}`)).toEqual({ text: full, isCut: false });
  expect(limitPrompt(full, full.slice(1))).toEqual({ text: full.slice(1), isCut: false });
  // A longer one of another version is cut as well.
  expect(after(`${full}yz`, `${full}yza`)).toEqual([500, true]);
});

test('no half character is left at the end', () => {
  const { text } = limitPrompt('', `${'x'.repeat(499)}😀 and more`);
  expect([text.length, text.at(-1)]).toEqual([499, 'x']);
});
