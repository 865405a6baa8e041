import type { Widened } from './catalogue.ts';
import type { enCoordinates } from './en-coordinates.ts';

export const esCoordinates: Widened<typeof enCoordinates> = {
  coordinates: {
    title: 'Coordenadas',
    group: 'La parte superior apunta a',
    points: (axis) => `La parte superior del modelo apunta a ${axis}`,
    sides: (front, right) => `Su frente mira a ${front} y su lado derecho a ${right}.`,
    buttons: {
      Y_UP: 'Y arriba (tecla Y)',
      Z_UP: 'Z arriba (tecla Z)',
      X_UP: 'X arriba (tecla X)',
      Y_DOWN: '-Y arriba (Mayús+Y)',
      Z_DOWN: '-Z arriba (Mayús+Z)',
      X_DOWN: '-X arriba (Mayús+X)',
    },
    noModel: 'Abre un modelo para elegir sus ejes.',
    detected: (system, percent) => `Detectado en el archivo: ${system}, ${percent} de certeza.`,
    unclear: 'El archivo no da pistas sobre sus ejes.',
    converted: 'Se ha puesto de pie desde ahí.',
    quarterTurned: 'Girado 90° sobre Y porque parece un vehículo a lo largo de Z.',
    asMade: 'Está como se hizo.',
    why: 'Por qué',
    cues: {
      metadata: 'Archivo',
      normals: 'Superficies',
      boundingBox: 'Caja envolvente',
      vertices: 'Vértices',
    },
    reasons: {
      said: (axis) => `indica ${axis} como arriba`,
      format: (axis) => `en glTF, ${axis} es arriba`,
      facing: (axis) => `miran sobre todo a lo largo de ${axis}`,
      ground: (axis) => `se apoya en cero a lo largo de ${axis}`,
      offCentre: (axis) => `su centro se aparta del origen solo en ${axis}`,
      lean: (axis) => `más densos en un extremo de ${axis}`,
    },
    noClue: 'sin pistas',
    upright: (system) => `Poner de pie (detectado: ${system})`,
    leave: 'Dejar como se hizo',
    unturn: 'Deshacer el cuarto de vuelta',
    reset: 'Restablecer a lo detectado',
    toastConverted: (system) => `El archivo es ${system}: el modelo se ha puesto de pie.`,
    toastTurned: 'El modelo parece un vehículo a lo largo de Z: se ha girado 90° sobre Y.',
    undoAxis: (system) => `Parte superior a ${system}`,
    undoStanding: 'Posición de pie del modelo',
  },
};
