import { RecipePicture } from '../../contract/files/recipe-picture.ts';

/** Of the one property in the packet. */
const NAMESPACE = 'urn:vitrine:recipe#';

/** A recipe as a packet of XMP (ISO 16684-1), for files that have no text chunks. */
export function wrapRecipe(picture: RecipePicture): string {
  const text = JSON.stringify(picture).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:vitrine="${NAMESPACE}" vitrine:recipe="${text}"/>`,
    '</rdf:RDF></x:xmpmeta>',
  ].join('');
}

/** @returns Null for a packet without a recipe, and for one that is not of this shape. */
export function unwrapRecipe(packet: string): RecipePicture | null {
  const [, text] = /\bvitrine:recipe="([^"]*)"/.exec(packet) ?? [];
  if (text === undefined) return null;
  try {
    const plain = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    return RecipePicture.parse(JSON.parse(plain));
  } catch {
    return null;
  }
}
