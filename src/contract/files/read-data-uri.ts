/**
 * Bytes of a `data:` address, base64 or percent-encoded.
 *
 * @returns Null for another address and for damaged data.
 */
export function readDataUri(uri: string): Uint8Array<ArrayBuffer> | null {
  const comma = uri.indexOf(',');
  if (!/^data:/i.test(uri) || comma < 0) return null;
  const body = uri.slice(comma + 1);
  try {
    if (!/;base64$/i.test(uri.slice(0, comma).trim()))
      return new TextEncoder().encode(decodeURIComponent(body));
    const text = atob(body);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}
