import type { Widened } from '../../catalogue.ts';
import type { enDownloads } from '../../en/late/downloads.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');

export const esDownloads: Widened<typeof enDownloads> = {
  downloads: {
    channel: 'Para',
    asMade: 'Tal como se hizo',
    channels: {
      amazon: 'Amazon, principal',
      shopify: 'Shopify',
      'instagram-4x5': 'Publicación de Instagram',
      'instagram-9x16': 'Historia de Instagram',
    },
    format: 'Formato',
    cutOutLabel: 'Sin fondo',
    print: 'En papel',
    noPrint: 'Para pantallas, sin resolución',
    printSize: (dpi, width, height) => `${dpi} ppp: ${width} × ${height} mm`,
    webpHasNoPrint: 'WebP no guarda la resolución: elige PNG o JPEG para imprimir.',
    colour: 'Espacio de color',
    p3: {
      all: 'A partir de la luz de la escena: se conservan los colores más vivos que los que sRGB puede mostrar.',
      some: 'En algunas de estas imágenes se conservan los colores más vivos que los que sRGB puede mostrar. Las demás se convierten desde sRGB.',
      none: 'Convertida desde sRGB: los mismos colores en valores de Display P3. Esta imagen no ha conservado colores más vivos.',
    },
    jpegIsOpaque: 'JPEG no tiene transparencia: elige PNG o WebP.',
    alwaysWhite: 'Blanco puro alrededor del producto, que ocupa el 85 % del encuadre.',
    which: 'Imágenes',
    all: (count) => `Las ${format.number(count)}`,
    pictures: (count) => (count === 1 ? 'Descargar imagen' : `Descargar ${format.number(count)} imágenes`),
    preview: 'La imagen tal como quedará',
    enlarged: (factor) =>
      `Ampliada ${factor} veces: tiene menos píxeles de los que se piden. Renderízala más grande para que sea más nítida.`,
    enlargedMany: (names) => `Ampliadas, con menos píxeles de los que pide el canal: ${names}`,
    cutOff: 'El producto llega al borde de la imagen y queda cortado.',
    cutOut: {
      'not-kept': 'Este render no guardó la silueta para recortar el producto. Repite el render.',
      'not-measured':
        'No se ha medido si esta imagen de IA respeta el contorno del producto: no se puede recortar.',
      'not-true':
        'Esta imagen de IA no respeta el contorno del producto: no se puede recortar con fidelidad.',
    },
    making: 'Preparando imágenes',
    done: (name) => `${name} descargado`,
    layers: {
      title: 'Capas para composición',
      ofFirst: 'De la imagen que se ve arriba.',
      names: {
        exr: 'Todas las capas, OpenEXR',
        deep: 'Imagen, PNG de 16 bits',
        product: 'Solo el producto, PNG de 16 bits',
        shadow: 'Solo la sombra, PNG de 16 bits',
      },
      help: {
        exr: 'Luz lineal: imagen, producto, sombra, reflejo, fondo, albedo, normales, profundidad y materiales.',
        deep: 'Tal como se terminó, en sRGB, con 65.536 niveles por canal.',
        product: 'Transparente alrededor y con los bordes en sus propios colores.',
        shadow: 'Negra y transparente, para poner bajo el producto sobre cualquier fondo.',
      },
      download: (name) => `Descargar: ${name}`,
    },
    files: 'Archivos de trabajo',
    filesHelp:
      'Captura, máscaras, texturas, prompt y ajustes del render abierto en archivos numerados, con una lista.',
    sceneHelp:
      'De lo que parte un render, tal como está la escena: captura, máscaras, texturas, prompt y ajustes en archivos numerados dentro de un ZIP, con una lista. No se envía nada.',
    filesStart: 'Descargar archivos',
    packing: 'Empaquetando archivos',
    unavailable: 'Información del render no disponible.',
    missing: (count) =>
      count === 1
        ? 'No se ha podido leer un render: aquí faltan sus imágenes.'
        : `No se han podido leer ${count} renders: aquí faltan sus imágenes.`,
  },
};
