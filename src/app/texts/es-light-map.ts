import type { Widened } from './catalogue.ts';
import type { enLightMap } from './en-light-map.ts';

export const esLightMap: Widened<typeof enLightMap> = {
  lightMap: {
    title: 'Mapa de luz',
    size: 'Tamaño',
    opacity: 'Opacidad',
    colour: 'Color del pincel',
    eraser: 'Borrador',
    undo: 'Deshacer trazo',
    redo: 'Rehacer trazo',
    clear: 'Borrar boceto',
    accept: 'Aceptar',
    hint: 'Pinta donde deba caer la luz. El negro la quita.',
    held: 'La cámara descansa mientras haya un boceto. Borra el boceto para moverla.',
    sketch: (strokes) =>
      strokes === 0
        ? 'Boceto de luz, vacío'
        : strokes === 1
          ? 'Boceto de luz, 1 trazo'
          : `Boceto de luz, ${strokes} trazos`,
    edit: 'Mapa de luz',
    kept: 'Mapa de luz guardado. Entra en el próximo render de esta vista.',
    notKept: 'No se pudo guardar el mapa de luz en este dispositivo.',
    elsewhere: 'Tu mapa de luz pertenece a otra vista.',
    goBack: 'Volver a la vista pintada',
    remove: 'Eliminar boceto',
  },
};
