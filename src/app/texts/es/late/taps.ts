import type { Widened } from '../../catalogue.ts';
import type { enTaps } from '../../en/late/taps.ts';

/** What a tap on the stage offers, and a material that is carried over it. */
export const esTaps: Widened<typeof enTaps> = {
  taps: {
    offer: (name) => `Pieza de ${name}`,
    libraryOf: (name) => `Biblioteca: otro material en ${name}`,
    frame: (name) => `Encuadrar esta pieza de ${name}`,
    framePart: 'Encuadrar en el escenario',
    dropOn: (name) => `en ${name}`,
    dropOnPart: 'Suéltalo sobre una pieza del modelo',
  },
};
