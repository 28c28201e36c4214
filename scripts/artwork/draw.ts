/** Drawing primitives of all basin pictures: a 240 x 240 grid, one ink, light from the top left. */

export const INK = '#1d1a16'

/** Position of an item in the heap: x, y, rotation in degrees, scale. */
export type Spot = readonly [x: number, y: number, turn?: number, scale?: number]

/** Draws an item once around 0,0 and repeats it at the spots, back to front. */
export function lay(id: string, drawing: string, spots: readonly Spot[]): string {
  return `<defs><g id="${id}">${drawing}</g></defs>${repeat(id, spots)}`
}

/** Repeats an item that is already drawn. */
export function repeat(id: string, spots: readonly Spot[]): string {
  return spots
    .map(([x, y, turn = 0, scale = 1]) => {
      if (turn === 0 && scale === 1) return `<use href="#${id}" x="${x}" y="${y}"/>`
      const steps = [`translate(${x} ${y})`, turn ? `rotate(${turn})` : '', scale === 1 ? '' : `scale(${scale})`]
      return `<use href="#${id}" transform="${steps.join('')}"/>`
    })
    .join('')
}

/** Three tones of one colour. */
export interface Tones {
  base: string
  shade: string
  light: string
}

/**
 * A form: filled, shaded below right, lit above left, outlined in ink. `shade` and `light` are paths inside the
 * outline.
 */
export function form(tones: Tones, paths: { outline: string; shade?: string; light?: string; lines?: string }): string {
  const { outline, shade, light, lines } = paths
  return [
    `<path fill="${tones.base}" d="${outline}"/>`,
    shade ? `<path fill="${tones.shade}" stroke="none" d="${shade}"/>` : '',
    light ? `<path fill="none" stroke="${tones.light}" d="${light}"/>` : '',
    lines ? `<path fill="none" stroke="${tones.shade}" stroke-width="3" d="${lines}"/>` : '',
    shade ? `<path fill="none" d="${outline}"/>` : '',
  ].join('')
}

/** A round item with a diameter of about 52. */
export function ball(tones: Tones, more = ''): string {
  return (
    form(tones, {
      outline: 'M-27 0C-27-16-16-25 0-25S27-16 27 0 15 25 0 25-27 16-27 0Z',
      shade: 'M23-13C27 6 16 24-9 23-20 22-24 15-26 8-13 22 18 16 23-13Z',
      light: 'M-16-6q3-9 11-11',
    }) + more
  )
}

/** Spots of ten round items, back to front. */
export const HEAP: readonly Spot[] = [
  [120, 62],
  [88, 87, -12],
  [151, 86, 10],
  [56, 118, -20],
  [120, 113],
  [184, 117, 16],
  [55, 137, -14],
  [187, 137, 12],
  [88, 146, -8],
  [153, 146, 8],
]

/** The spots of the heap with these indexes. */
export function heapOf(...numbers: readonly number[]): Spot[] {
  return numbers.map((number) => HEAP[number]).filter((spot) => spot !== undefined)
}

/** A smooth heap of fine goods, with a speckle pattern. */
export function mound(tones: Tones, speckle: string): string {
  return (
    form(tones, {
      outline: 'M30 150C44 106 78 56 118 54 160 52 196 104 211 150L120 175Z',
      shade: 'M128 56C160 58 194 106 207 148L130 172C180 150 170 90 128 56Z',
      light: 'M76 98Q90 76 106 69',
    }) + speckle
  )
}

/** Fixed points inside the mound, so that every build is the same. */
export const GRAINS: readonly (readonly [number, number])[] = [
  [122, 62],
  [108, 72],
  [134, 72],
  [96, 84],
  [120, 86],
  [146, 90],
  [82, 102],
  [117, 100],
  [148, 104],
  [76, 118],
  [102, 122],
  [130, 124],
  [160, 124],
  [60, 138],
  [86, 142],
  [114, 146],
  [142, 145],
  [172, 140],
  [186, 146],
  [100, 160],
  [128, 162],
  [152, 158],
  [72, 154],
]
