import type { Widened } from '../catalogue.ts';
import type { enTransform } from '../en/transform.ts';

const views = {
  front: 'Frente',
  back: 'Atrás',
  top: 'Arriba',
  bottom: 'Abajo',
  left: 'Izquierda',
  right: 'Derecha',
  isometric: 'Isométrica',
};

const shows = {
  side: '',
  length: 'todo su largo',
  height: 'toda su altura',
  end: 'su extremo corto',
  corner: 'tres lados a la vez',
};

export const esTransform: Widened<typeof enTransform> = {
  viewHelper: {
    title: 'Ayuda de vistas',
    views,
    from: {
      front: 'Desde delante (+Z)',
      back: 'Desde detrás (-Z)',
      top: 'Desde arriba (+Y)',
      bottom: 'Desde abajo (-Y)',
      left: 'Desde la izquierda (-X)',
      right: 'Desde la derecha (+X)',
      isometric: 'Desde delante, la derecha y arriba',
    },
    describe: (from, what) => (shows[what] === '' ? from : `${from}: ${shows[what]}`),
    types: {
      vertical: 'El modelo es alto: lo más largo va en Y.',
      'horizontal-x': 'El modelo es más largo en X.',
      'horizontal-z': 'El modelo es más largo en Z.',
      generic: 'Ningún lado del modelo es mucho más largo.',
    },
    turntable: 'Plato giratorio',
    lessMotion: 'Apagado: este dispositivo pide menos movimiento.',
  },
  transform: {
    title: 'Transformar',
    mode: 'Qué hacen los tiradores',
    modes: { translate: 'Mover', rotate: 'Girar', scale: 'Escalar' },
    axes: 'Ejes',
    spaces: { world: 'Mundo', local: 'Local' },
    space: 'Ejes de',
    rows: { position: 'Posición', rotationDegrees: 'Rotación °', scale: 'Escala' },
    steps: (degrees, units, factor) => `${degrees}°, ${units} unidades, ${factor}×`,
    snapHint: (steps) => `Mantén Ctrl: ${steps}`,
    exactHint: 'Para pasos exactos, escríbelos en Números.',
    snapping: (steps) => `Ajustando: ${steps}`,
    select: 'Haz clic en el modelo para tomarlo.',
    selectByTouch: 'Toca el modelo para tomarlo.',
    noModel: 'No hay ningún modelo que transformar.',
    numbers: 'Números',
    reset: 'Restablecer posición',
    edits: { translate: 'Mover modelo', rotate: 'Girar modelo', scale: 'Escalar modelo' },
  },
  keys: {
    title: 'Atajos de teclado',
    open: 'Atajos de teclado',
    labels: {
      live: 'Vista en vivo',
      camera: 'Cámara',
      feedback: 'Comentarios',
    },
  },
};
