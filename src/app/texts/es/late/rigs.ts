import type { Widened } from '../../catalogue.ts';
import type { enRigs } from '../../en/late/rigs.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const side = (degrees: number): string => {
  const whole = Math.round(Math.abs(degrees));
  if (whole === 0) return 'de frente';
  if (whole === 180) return 'por detrás';
  return `${format.number(whole)}° a la ${degrees < 0 ? 'izquierda' : 'derecha'}`;
};

export const esRigs: Widened<typeof enRigs> = {
  rigs: {
    choose: 'Ajustes',
    chooseTitle: 'Luz para un tipo de producto',
    own: 'Luces propias',
    changed: (name) => `${name}, con cambios`,
    names: {
      soft: 'Suave',
      glass: 'Vidrio',
      blackGloss: 'Negro brillante',
      metal: 'Metal cepillado',
      textile: 'Tejido',
      white: 'Blanco sobre blanco',
      jewellery: 'Joyería',
      bottle: 'Botellas',
      food: 'Comida',
      drama: 'Dramática',
      window: 'Ventana',
      sun: 'Sol y cielo',
    },
    help: {
      soft: 'Un octógono grande arriba a la izquierda y sombras abiertas: sirve para casi todo.',
      glass: 'Claro por detrás y oscuro a los lados: así se dibuja el contorno del vidrio.',
      blackGloss: 'Tiras largas que las superficies negras reflejan de arriba abajo.',
      metal: 'Una luz ancha arriba, repartida a través de la veta, y un borde claro.',
      textile: 'Una luz pequeña que roza la trama.',
      white: 'Luz por todos los lados: el blanco no se quema y las sombras son leves.',
      jewellery: 'Puntos pequeños y claros para las facetas sobre una luz suave para el metal.',
      bottle: 'Dos tiras altas de distinto ancho que llegan por debajo del pie.',
      food: 'Una ventana cálida por detrás, como en un desayuno.',
      drama: 'Una luz lateral, un borde por detrás y oscuridad.',
      window: 'Una ventana alta y fría a la izquierda.',
      sun: 'Un sol pequeño y cálido con sombras nítidas bajo un cielo frío.',
    },
    name: 'Nombre de estas luces',
    namePlaceholder: 'Como las llamarás en los looks',
    lights: 'Luces',
    roles: {
      key: 'Luz principal',
      fill: 'Luz de relleno',
      rim: 'Luz de contorno',
      top: 'Luz cenital',
      strip: 'Tira de luz',
      back: 'Contraluz',
      window: 'Ventana',
      sun: 'Sol',
    },
    numbered: (number, role) => `${format.number(number)}, ${role}`,
    direction: (azimuthDegrees, elevationDegrees) =>
      `${side(azimuthDegrees)}, ${format.number(Math.round(elevationDegrees))}° de altura`,
    handle: (number, role, place) => `Luz ${format.number(number)}, ${role}: ${place}`,
    handles: 'Luces en la escena',
    handlesHelp: 'Centro: desde la cámara. Anillo interior: de lado. Borde: por detrás.',
    add: 'Añadir una luz',
    full: (most) => `El máximo son ${format.number(most)} luces.`,
    none: 'No hay ninguna luz: solo el entorno ilumina el producto.',
    isOn: (name) => `${name} encendida`,
    solo: (name) => `Solo ${name}`,
    place: 'Colocar el brillo',
    placeHelp: 'Pulsa o arrastra sobre el producto: la luz va adonde su reflejo se ve ahí.',
    placeDone: 'Listo',
    duplicate: 'Duplicar',
    remove: 'Eliminar luz',
    shape: 'Forma',
    shapes: { rectangle: 'Rectángulo', octagon: 'Octógono' },
    gobo: 'Patrón de sombra',
    gobos: { none: 'Ninguno', window: 'Ventana', blinds: 'Persiana', leaves: 'Hojas' },
    goboSoftness: 'Suavidad',
    goboHelp:
      'Se ve en las imágenes de Studio; en el escenario esta luz va sin él. Una luz más pequeña lo dibuja más nítido.',
    brightness: 'Intensidad',
    warmth: 'Calidez',
    kelvin: (kelvin) => `${format.number(kelvin)} K`,
    width: 'Ancho',
    height: 'Alto',
    distance: 'Distancia',
    times: (factor) => `${format.number(factor)} ×`,
    sizeHelp: 'Tamaños y distancias cuentan media diagonal del producto.',
    azimuth: 'Dirección',
    elevation: 'Elevación',
    degrees: (degrees) => `${format.number(Math.round(degrees))}°`,
    surroundings: 'Entorno',
    surroundingsHelp: 'Parte de la luz que viene de los colores del fondo, de todos los lados.',
    automatic: 'Automático',
    fileLights: 'Luces del archivo',
    fileLightsHelp: 'El modelo trae luces propias. Al 100 % lo iluminan todas juntas hasta el blanco pleno.',
    fileLightsMany: (count: number, most: number) =>
      `El modelo trae ${format.number(count)} luces propias; brillan las ${format.number(most)} más intensas. Al 100 % lo iluminan juntas hasta el blanco pleno.`,
    fileLightsStrength: 'Intensidad de las luces del archivo',
    undoName: 'Nombre de las luces',
    undoSurroundings: 'Luz del entorno',
    recipe: 'Luces',
    count: (count) => `${format.number(count)} ${count === 1 ? 'luz' : 'luces'}`,
  },
};
