import { pictureSources } from '#web/ui/pictures/picture-sources.ts'

/**
 * The absolute URL of a post's picture for link previews and search engines, which do not support SVG: the card of a
 * drawing's food, or a photo as a small JPEG.
 */
export function previewImageUrl(picture: string | null, origin: string): string {
  if (!picture) return `${origin}/og/site.jpg`
  const food = /^\/(?:basins|covers)\/([a-z-]+)(?:\.[a-z]+)?\.svg$/.exec(picture)?.[1]
  if (food) return `${origin}/og/basins/${food}.jpg`
  const { src, isPhoto } = pictureSources(picture, 960)
  if (isPhoto) return origin + src
  return picture.startsWith('/') ? origin + picture : picture
}

/**
 * `og:image` meta with the size of generated cards, so that previews need not load them first; none for photos, whose
 * size is unknown.
 */
export function previewImageSize(picture: string): { property: string; content: string }[] {
  if (!picture.includes('/og/')) return []
  return [
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
  ]
}
