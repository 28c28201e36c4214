/** Widths of the server's image variants in pixels; the same as in `platform/files/pictures/render.ts`. */
const WIDTHS = [96, 240, 480, 960] as const

const STORED = '/storage/v1/object/public/'
const RENDERED = '/storage/v1/render/image/public/'
/** Maximum pixel density: more costs data without a visible difference. */
const MAX_DENSITY = 2

interface PictureSources {
  /** For every browser. */
  src: string
  /** Smaller formats, the smallest first; none for drawings. */
  sources: { type: string; srcSet: string }[]
  /** A photo's average colour, shown until it has loaded. */
  colour: string | null
  /** A drawing's background: the URL of a tile. */
  cloth: string | null
  isPhoto: boolean
}

/**
 * The image files of a picture's URL. Its fragment names the background: `#8a6b3c` is a photo's average colour,
 * `#cloth-3` the cloth below a drawing. `width` is that of the widest box, in CSS pixels.
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
  const at = (size: number, format: string) => `${RENDERED}${path.slice(STORED.length)}?width=${size}&format=${format}`
  const offered = WIDTHS.filter((_, index) => index === 0 || (WIDTHS[index - 1] ?? 0) < width * MAX_DENSITY)
  const srcSet = (format: string) => offered.map((size) => `${at(size, format)} ${size}w`).join(', ')
  return {
    src: at(WIDTHS.find((size) => size >= width) ?? 960, 'jpeg'),
    sources: ['avif', 'webp'].map((format) => ({ type: `image/${format}`, srcSet: srcSet(format) })),
    colour: /^[0-9a-f]{6}$/.test(behind) ? `#${behind}` : null,
    cloth: null,
    isPhoto: true,
  }
}

const EMPTY = '/basins/empty.svg'
