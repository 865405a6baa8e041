/**
 * A text file as a program of whatever system wrote it: in UTF-16 or UTF-8 where it begins so, else in UTF-8 where it can be that,
 * else in Windows-1252, as spreadsheets and drawing programs of Western Europe write.
 *
 * @param declared What the file says of itself; one that is not known counts for nothing.
 * @returns Without a byte order mark.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const decoder = openDecoder(declared);
    // Node 20 takes Windows-1252 for Latin-1 where all is decoded at once (nodejs/node#56542).
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  }
}

function openDecoder(label = 'windows-1252'): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** From 0x80, in code page 850, which Windows has for Western Europe; small letters are the same in code page 437. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** A name in a ZIP that does not say in what it is written: macOS means UTF-8, the Explorer of Windows its code page. */
export function decodeZipName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : UPPER[byte - 0x80])).join(
      '',
    );
  }
}
