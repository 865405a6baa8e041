/** A PNG of one red pixel. */
export function makePng(): Uint8Array<ArrayBuffer> {
  const base64 =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
