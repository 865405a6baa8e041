import { createFormatters } from './formatters.ts';

const format = createFormatters('es');
const count = (digits: string | undefined) => format.number(Number(digits));

/** Each reason a person can do something about, as the code gives it, and what it says in Spanish. */
const REASONS: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^not a GLB file$/, () => 'no es un archivo GLB'],
  [/^GLB version (\S+), only 2 can/, (version) => `es GLB ${version} y solo se puede leer GLB 2`],
  [/^glTF version (\S+), only 2\.x can/, (version) => `es glTF ${version} y solo se puede leer glTF 2`],
  [/^only glTF 2\.x can be read$/, () => 'solo se puede leer glTF 2'],
  [/(cut short|longer than the file|shorter than the model says)$/, () => 'el archivo está incompleto'],
  [/\bJSON\b.*(parse|object|chunk)$|first chunk is not JSON$/, () => 'su descripción JSON está dañada'],
  [/^it needs the file (.+)$/s, (name) => `necesita el archivo ${name}`],
  [
    /^it asks for a file outside its folder: (.+)$/s,
    (name) => `pide un archivo fuera de su carpeta: ${name}`,
  ],
  [/^not a glTF file$/, () => 'no es un archivo glTF'],
  [/^its JSON is nested too deep$/, () => 'su descripción JSON tiene demasiados niveles'],
  [/^(\d+) bytes of JSON$/, (bytes) => `su descripción JSON ocupa ${format.bytes(Number(bytes))}`],
  [/^the ZIP has a password$/, () => 'el ZIP tiene contraseña'],
  [/^the ZIP is damaged$/, () => 'el ZIP está dañado'],
  [/^(.+) unpacks to more than 1 GB$/s, (name) => `${name} ocupa más de 1 GB descomprimido`],
  [/^(.+) has more than (\d+) files$/s, (name, limit) => `${name} tiene más de ${count(limit)} archivos`],
  [/ of material \d+ does not exist$/, () => 'nombra una textura que no existe'],
  [/ does not exist$/, () => 'nombra datos que no existen'],
  [/ is not a (count|list)$| has no attributes$| runs past its data$/, () => 'sus datos están dañados'],
  [/^it has no scene$/, () => 'el cargador no devolvió una escena válida'],
  [/^(it has nothing to draw|no visible triangles)$/, () => 'no tiene nada que dibujar'],
  [/^it has no size$/, () => 'no tiene tamaño'],
  [/^more than (\d+) triangles$/, (limit) => `tiene más de ${count(limit)} triángulos`],
  [
    /^nodes nested more than (\d+) deep$/,
    (limit) => `sus objetos se anidan en más de ${count(limit)} niveles`,
  ],
  [/^(the node tree has a cycle|node \d+ has two parents)$/, () => 'su árbol de objetos no es válido'],
  [/^(a )?positions? /, () => 'tiene posiciones que no son números válidos'],
  [/^it takes too long to read$/, () => 'se tarda demasiado en leerlo'],
  [/^it takes too much memory to read$/, () => 'hace falta demasiada memoria para leerlo'],
  [/^the model file is missing$/, () => 'falta el archivo del modelo'],
  [/^the context is lost$/, () => 'se ha perdido el contexto gráfico'],
  [
    /^(buffer|bufferView|compressed bufferView|accessor|mesh|a primitive of|a morph target|the data of) /,
    () => 'sus datos están dañados',
  ],
];

/** The reason of a failure with a colon before it; nothing for one that has no words in Spanish (A1). */
export function spanishReason(reason: string): string {
  for (const [pattern, describe] of REASONS) {
    const found = pattern.exec(reason);
    if (found !== null) return `: ${describe(...found.slice(1))}`;
  }
  return '';
}
