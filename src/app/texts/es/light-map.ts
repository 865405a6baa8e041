import type { Widened } from '../catalogue.ts';
import type { enLightMap } from '../en/light-map.ts';

export const esLightMap: Widened<typeof enLightMap> = {
  lightMap: {
    title: 'Mapa de luz',
    size: 'Tamaño',
    opacity: 'Opacidad',
    colour: 'Color del pincel',
    eraser: 'Borrador',
    stroke: 'Trazo',
    undo: 'Deshacer trazo',
    redo: 'Rehacer trazo',
    clear: 'Borrar boceto',
    accept: 'Aceptar',
    hint: 'Pinta donde deba caer la luz. El negro la quita.',
    held: 'La cámara descansa mientras pintas. Acepta para moverla; la luz se queda con esta vista.',
    sketch: (strokes, hasPicture) => {
      const painted = strokes === 1 ? '1 trazo' : `${strokes} trazos`;
      const light = 'luz de una imagen';
      if (!hasPicture) return `Boceto de luz, ${strokes === 0 ? 'vacío' : painted}`;
      return `Boceto de luz, ${strokes === 0 ? light : `${light} y ${painted}`}`;
    },
    edit: 'Mapa de luz',
    kept: 'Mapa de luz guardado. Entra en el próximo render de esta vista.',
    notKept:
      'Este cambio del mapa de luz no se pudo guardar en este dispositivo y se ha perdido. Lo que pintaste antes se conserva; libera espacio y vuelve a pintar.',
    notShown: 'Este trazo no se guardó: el modelo del proyecto no está en el escenario.',
    paintAgain: 'Vuelve a pintar cuando aparezca. Lo que pintaste antes está a salvo.',
    notSent: 'El mapa de luz se queda en este dispositivo: el servidor no lo aceptó.',
    tooLarge: 'Este mapa de luz tiene demasiados trazos para llegar a tus otros dispositivos.',
    staysHere: 'Se queda en este dispositivo y en los renders que pidas aquí.',
    elsewhere: 'Tu mapa de luz pertenece a otra vista.',
    goBack: 'Volver a la vista pintada',
    remove: 'Eliminar boceto',
  },
};
