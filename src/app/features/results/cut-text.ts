/** The first characters of a text, whole ones: neither half an emoji nor half an accent. */
export function cutText(text: string, maxLength: number): string {
  const segments = [
    ...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(0, maxLength * 8)),
  ];
  if (segments.length <= maxLength && text.length <= maxLength * 8) return text;
  return segments
    .slice(0, maxLength)
    .map(({ segment }) => segment)
    .join('');
}
