import type { Widened } from '../../catalogue.ts';
import type { enLabels } from '../../en/late/labels.ts';

/** Pictures that lie on the product: labels, prints, foil. */
export const esLabels: Widened<typeof enLabels> = {
  labels: {
    one: 'Etiqueta',
    emptyTitle: 'Aún no hay etiquetas',
    empty:
      'Pon un logo, una etiqueta o un código de barras en el producto: elige una imagen y haz clic donde vaya. El texto se mantiene nítido, también alrededor de una botella.',
    choose: 'Elegir una imagen',
    add: 'Añadir una etiqueta',
    full: (max) => `Un producto lleva ${max} etiquetas como máximo. Quita antes una.`,
    reading: 'Preparando la imagen',
    waiting: (name) => `Haz clic en el producto donde vaya «${name}».`,
    oneWaits: (name, waiting) =>
      `No se ha cogido «${name}»: «${waiting}» aún espera su sitio. Pon antes esa y vuelve a añadir «${name}».`,
    middle: 'Ponerla en el centro',
    cancel: 'Cancelar',
    beside: 'Haz clic en el propio producto.',
    nothingThere: 'En el centro del escenario no hay nada del producto. Gíralo antes hasta que se vea.',
    list: 'Etiquetas',
    select: (name) => `Ajustes de ${name}`,
    remove: (name) => `Quitar ${name}`,
    raise: (name) => `Poner ${name} sobre la siguiente`,
    lower: (name) => `Poner ${name} bajo la anterior`,
    dragHint:
      'Arrástrala en el escenario para moverla, sus esquinas para cambiar su tamaño y el punto de encima para girarla.',
    handles: (name) => `${name} en el escenario`,
    placeHandle: (name) =>
      `Lugar de ${name}. Las flechas la mueven, más y menos cambian su tamaño, los corchetes la giran.`,
    cornerHandles: {
      topLeft: (name) => `Tamaño de ${name}, esquina superior izquierda`,
      topRight: (name) => `Tamaño de ${name}, esquina superior derecha`,
      bottomRight: (name) => `Tamaño de ${name}, esquina inferior derecha`,
      bottomLeft: (name) => `Tamaño de ${name}, esquina inferior izquierda`,
    },
    turnHandle: (name) => `Girar ${name}`,
    size: 'Tamaño',
    width: 'Anchura en mm',
    measures: (width, height) => `${width} × ${height}`,
    turn: 'Giro',
    degrees: (degrees) => `${degrees}°`,
    move: 'Mover',
    moves: {
      left: 'Mover a la izquierda',
      right: 'Mover a la derecha',
      up: 'Mover arriba',
      down: 'Mover abajo',
    },
    projection: 'Forma',
    projections: { flat: 'Plana', wrapped: 'Envolvente' },
    finish: 'Acabado',
    finishes: { print: 'Tinta', matt: 'Mate', gloss: 'Barniz', foil: 'Metal' },
    finishHelp: {
      print: 'Tinta que brilla como la pieza.',
      matt: 'Un adhesivo sin brillo.',
      gloss: 'Impresión bajo barniz brillante.',
      foil: 'Metal estampado con los colores de la imagen.',
    },
    opacity: 'Opacidad',
    underprint: 'Blanco bajo la tinta',
    target: 'Va sobre',
    targets: { node: 'Solo esta pieza', material: 'Todo su material', all: 'Todo lo que toque' },
    dropped: 'Poner en el producto como etiqueta',
    noPicture: (name) =>
      `${name} no es una imagen para etiquetas. Elige un archivo PNG, JPEG, WebP, SVG o PDF.`,
    badSvg: (name) =>
      `${name} no se puede dibujar: no es un SVG, no tiene tamaño o es mayor de lo que necesita una etiqueta. Expórtalo como PNG.`,
    partialSvg: (name) =>
      `Hay partes de ${name} que no se dibujan como son: imágenes en otros archivos, páginas web dentro de él o texto cuya fuente no está en el archivo. Para tenerlo entero, convierte el texto en trazados o expórtalo como PNG.`,
    badPdf: (name) =>
      `${name} no se puede dibujar: no es un PDF, está bloqueado o es mayor de lo que necesita una etiqueta. Expórtalo como PNG o SVG.`,
    partialPdf: (name) =>
      `Hay partes de ${name} que no se dibujan como son: casi siempre, texto cuya fuente no está en el archivo. Para tenerlo entero, convierte el texto en trazados o expórtalo como PNG.`,
    firstPage: (name) => `La etiqueta es la primera página de ${name}.`,
    wholePage: (name) =>
      `No se pudo leer por dónde se corta ${name} tras imprimirse: la etiqueta es la página entera, con sus márgenes si los tiene. Para tenerla cortada, expórtala como PNG o SVG.`,
    left: (name) => `${name} no se ha puesto: mientras se leía se abrió otro producto u otro proyecto.`,
    undoAdd: (name) => `Etiqueta ${name}`,
    undoRemove: (name) => `Retirada de la etiqueta ${name}`,
    undoMove: (name) => `Lugar de la etiqueta ${name}`,
    undoChange: (name) => `Cambio de la etiqueta ${name}`,
    undoOrder: 'Orden de las etiquetas',
  },
};
