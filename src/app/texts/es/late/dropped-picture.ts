import { SHARED_BYTES_MAX, SHARED_FILES_MAX } from '../../../../contract/share-target.ts';
import type { Widened } from '../../catalogue.ts';
import type { enDroppedPicture, enShare } from '../../en/late/dropped-picture.ts';

import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');

/** What a picture is for that was dropped on the stage. */
export const esDroppedPicture: Widened<typeof enDroppedPicture> = {
  droppedPicture: {
    title: '¿Para qué es esta imagen?',
    background: 'Usar como fondo',
    style: 'Usar como estilo',
    texture: (name) => `Textura de ${name}`,
    hint: 'Los fondos y estilos entran también en tu biblioteca. Para abrir un modelo, suelta un archivo GLB, glTF u OBJ.',
    offline:
      'Los fondos y estilos pasan por la biblioteca, que necesita el servidor. Ahora no se puede acceder a él.',
  },
};

export const esShare: typeof enShare = {
  share: {
    none: 'No ha llegado ningún archivo con lo compartido.',
    kind: 'Lo compartido no es un modelo ni una imagen. Se pueden abrir GLB, glTF, OBJ, ZIP, PNG, JPEG y WebP.',
    many: `Se han compartido más de ${format.number(SHARED_FILES_MAX)} archivos. Comparte un ZIP con ellos.`,
    large: `Lo compartido ocupa más de ${format.bytes(SHARED_BYTES_MAX)}. No se ha abierto nada.`,
    room: 'No hay espacio en este dispositivo para lo compartido. Libera algo y vuelve a compartirlo.',
    unready: 'Vitrine aún no estaba lista para recibir archivos. Ya lo está: vuelve a compartirlos.',
    open: 'Este sistema no lleva archivos compartidos a una ventana abierta. Cierra Vitrine y vuelve a compartir, o suelta aquí el archivo.',
  },
};
