import type { Widened } from '../../catalogue.ts';
import type { enDroppedPicture } from '../../en/late/dropped-picture.ts';

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
