/** Widths in pixels that the server makes of a photograph; `platform/files/variants.ts` offers the same. */
const WIDTHS = [96, 240, 480, 960] as const

const STORED = '/storage/v1/object/public/'
const RENDERED = '/storage/v1/render/image/public/'
/** At most so many pixels a CSS pixel: more are paid for and not seen. */
const DENSEST = 2

interface PictureSources {
  /** For every browser. */
  src: string
  /** Lighter forms, the lightest first; none for what is drawn. */
  sources: { type: string; srcSet: string }[]
  /** What stands behind it: a photograph's average colour until it has come. */
  colour: string | null
  /** What a drawing stands on: the address of a tile. */
  cloth: string | null
  isPhoto: boolean
}

/**
 * The files behind a picture's address. An address ends in what stands behind it: `#8a6b3c` is a photograph's average colour,
 * `#cloth-3` the cloth under a drawing.
 * `width` is the widest box in CSS pixels.
 */
export function pictureSources(address: string | null, width: number): PictureSources {
  const [path = '', behind = ''] = (address || EMPTY).split('#')
  if (!path.startsWith(STORED) || path.includes('?'))
    return {
      src: path,
      sources: [],
      colour: null,
      cloth: /^cloth-\d$/.test(behind) ? `/basins/${behind}.svg` : null,
      isPhoto: false,
    }
  const at = (wanted: number, format: string) =>
    `${RENDERED}${path.slice(STORED.length)}?width=${wanted}&format=${format}`
  const offered = WIDTHS.filter((_, index) => index === 0 || (WIDTHS[index - 1] ?? 0) < width * DENSEST)
  const srcSet = (format: string) => offered.map((wanted) => `${at(wanted, format)} ${wanted}w`).join(', ')
  return {
    src: at(WIDTHS.find((wanted) => wanted >= width) ?? 960, 'jpeg'),
    sources: ['avif', 'webp'].map((format) => ({ type: `image/${format}`, srcSet: srcSet(format) })),
    colour: /^[0-9a-f]{6}$/.test(behind) ? `#${behind}` : null,
    cloth: null,
    isPhoto: true,
  }
}

const EMPTY = '/basins/empty.svg'
