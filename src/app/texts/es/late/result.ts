import type { Widened } from '../../catalogue.ts';
import type { enResult } from '../../en/late/result.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

export const esResult: Widened<typeof enResult> = {
  result: {
    mode: 'Vista',
    compare: 'A|B',
    zoom: 'Zoom',
    print: 'Vista de impresión',
    proof: {
      alt: (picture) => `${picture}. Vista de impresión`,
      working: 'Preparando la vista de impresión',
      failed: 'No se pudo preparar la vista de impresión.',
      mark: 'Marcar lo que no se puede imprimir',
      outside: (share) =>
        `Cerca del ${share} de la imagen tiene colores que la impresión no alcanza: se muestran los más cercanos.`,
      inside: 'Todos sus colores se pueden imprimir.',
      about:
        'Vista previa en pantalla de un offset a cuatro tintas sobre papel estucado (FOGRA39). Decide la prueba de tu imprenta.',
    },
    download: 'Descargar PNG',
    share: 'Enviar la imagen a otra aplicación',
    downloadFailed: 'No se pudo descargar la imagen. Intenta abrirla en otra pestaña.',
    snapshot: 'Captura',
    render: 'Render',
    snapshotMissing: 'N/D',
    comparator: 'Parte visible de la captura',
    zoomLevel: (factor) => `Zoom ${factor}`,
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    zoomReset: 'Imagen entera',
    zoomHelp: 'Rueda o pellizco para el zoom, arrastra para mover. Teclas: + − 0 y flechas.',
    variants: 'Variantes',
    variant: (number) => `Variante ${number}`,
    previous: 'Anterior',
    next: 'Siguiente',
    others: 'Otros renders de este proyecto',
    noOthers: 'No hay otros renders del proyecto.',
    studio: 'Studio, trazado de rayos, no IA',
    ai: 'IA, ComfyUI',
    prompt: 'Prompt',
    noPrompt: 'Sin prompt',
    without: (prompt) => `Sin: ${prompt}`,
    copyPrompt: 'Copiar el prompt',
    background: 'Fondo',
    style: 'Estilo',
    none: 'Ninguno',
    fidelity: (percent) => `Fidelidad ${percent}`,
    strength: (percent) => `Intensidad ${percent}`,
    masks: 'Máscaras aplicadas',
    noMasks: 'Este render no tiene máscaras aplicadas.',
    openMask: (name) => `Ver la máscara de ${name}`,
    maskDescription: 'En blanco, la parte de la imagen que cubre este material.',
    seed: 'Semilla',
    copySeed: 'Copiar la semilla',
    creativity: 'Creatividad',
    timePrice: 'Tiempo, precio',
    time: 'Tiempo',
    price: (credits, images) =>
      images === 1
        ? plural(credits, 'crédito', 'créditos')
        : `${plural(credits, 'crédito', 'créditos')} por ${images}`,
    refunded: (credits) =>
      credits === 1 ? '1 crédito recuperado' : `${format.number(credits)} créditos recuperados`,
    leftOut: {
      structure: 'Este servidor no pudo seguir la profundidad ni los contornos.',
      style: 'Este servidor no pudo seguir la imagen de estilo.',
      materials: 'Este servidor no pudo seguir las imágenes de los materiales.',
      background: 'Este servidor no pudo seguir la imagen de fondo.',
      upscale: 'Este servidor no pudo ampliar la imagen.',
      negative: 'El modelo que la dibujó no hace caso de prompts negativos: el tuyo se ha dejado fuera.',
    },
    notDrawn: (feature: string) =>
      `Studio no puede dibujar esto del modelo y lo dibujó sin ello: ${feature}.`,
    productNotKept: {
      glass:
        'La IA pintó también el producto: lo que se ve a través de su vidrio solo se puede pintar junto con él.',
      model: 'La IA pintó también el producto: Studio no puede trazar este modelo.',
    },
    unreadableImage: (name: string) =>
      name === ''
        ? 'No se pudo leer una imagen del modelo: su material se dibujó liso.'
        : `No se pudo leer la imagen «${name}»: su material se dibujó liso.`,
    unreadableProfile: (name: string) =>
      name === ''
        ? 'No se pudo leer el perfil de una luz del modelo: alumbró igual en todas direcciones.'
        : `No se pudo leer el perfil de luz «${name}»: su luz alumbró igual en todas direcciones.`,
    madeBy: 'Hecho por',
    imagesOf: (first, last) => (first === last ? `Imagen ${first}` : `Imágenes ${first} a ${last}`),
    family: 'Tipo de modelo',
    checkpoint: 'Checkpoint',
    models: 'Otros modelos',
    graph: 'Grafo',
    kept: 'Como en el escenario',
    runAgain: 'Repetir',
    drawAgain: 'Dibujar de nuevo en este dispositivo, gratis',
    drawAgainNoProject:
      'El proyecto de esta imagen no está disponible: ya no existe, o no está en este dispositivo y no hay conexión. Parte de la imagen para dibujarla en el proyecto abierto.',
    runAgainHelp: 'La misma receta con la misma semilla.',
    runAgainNoAi: 'Ahora no hay ningún servidor de IA para repetirlo.',
    runAgainSent: 'La receta se repite.',
    isRerun: (number) => `Render ${number}, repetido`,
    openFirst: 'Abrirlo',
    unchanged: 'Hecho con el mismo motor, los mismos modelos y el mismo grafo.',
    changed: 'Ha cambiado desde entonces:',
    changes: {
      build: 'Motor',
      server: 'Servidor',
      'server-version': 'ComfyUI',
      checkpoint: 'Checkpoint',
      models: 'Modelos',
      nodes: 'Nodos',
      graph: 'Grafo',
    },
    change: (before, after) => `${before || '–'} → ${after || '–'}`,
    sheet: 'Ficha técnica',
    sheetFailed: 'Error al cargar la ficha técnica',
    sheetRows: {
      engine: 'Motor',
      model: 'Modelo',
      size: 'Tamaño',
      quality: 'Calidad',
      camera: 'Campo de visión',
      toneMapping: 'Mapeo de tonos',
      exposure: 'Exposición',
      render: 'Render',
      modelHash: 'Hash del modelo',
    },
    notFound: 'No se han podido cargar los detalles del render. Inténtalo de nuevo.',
  },
};
