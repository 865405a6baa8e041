import type { Widened } from '../catalogue.ts';
import type { enExport } from '../en/export.ts';

export const esExport: Widened<typeof enExport> = {
  exporting: {
    button: 'Exportar GLB',
    bundle: 'Archivos de trabajo',
    download: 'Descargar',
    downloadAs: 'Descargar como…',
    done: (name, size) => `${name} exportado, ${size}`,
    laidTextures:
      'Los materiales de la biblioteca son texturas simples en el archivo: sin relieve y con una costura donde cambia su dirección.',
    labels:
      'Las etiquetas son capas finas sobre sus piezas. El barniz brilla donde el otro programa conozca capas de barniz; la tinta sin blanco tapa el color de debajo; las pieles animadas y las copias repetidas van sin ellas.',
  },
};
