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
    if (!/;base64$/i.test(uri.slice(0, comma).trim())) return unescapeBytes(body);
    // Some programs escape the signs of base64 that mean something in an address.
    const text = atob(body.includes('%') ? decodeURIComponent(body) : body);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

const PERCENT = 0x25;

/** Bytes, not text: what is escaped need not be UTF-8. */
function unescapeBytes(body: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new TextEncoder().encode(body);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const isEscaped = bytes[at] === PERCENT;
    const escaped = isEscaped ? String.fromCharCode(...bytes.subarray(at + 1, at + 3)) : '';
    if (isEscaped && !/^[0-9a-f]{2}$/i.test(escaped)) return null;
    bytes[length++] = isEscaped ? Number.parseInt(escaped, 16) : (bytes[at] ?? 0);
    if (isEscaped) at += 2;
  }
  return bytes.slice(0, length);
}
