/**
 * Copies a text that is still being made. Safari lets a page copy only while the press lasts: it is told at once that there
 * will be one.
 *
 * @throws DOMException `NotAllowedError` where the browser refuses.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  if (!('ClipboardItem' in window)) return navigator.clipboard.writeText(await text);
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
