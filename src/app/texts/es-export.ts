import type { Widened } from './catalogue.ts';
import type { enExport } from './en-export.ts';

export const esExport: Widened<typeof enExport> = {
  exporting: {
    button: 'Exportar GLB',
    done: (name, size) => `${name} exportado, ${size}`,
    laidTextures:
      'Los materiales de la biblioteca son texturas simples en el archivo: sin relieve y con una costura donde cambia su dirección.',
  },
};
