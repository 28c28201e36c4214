import { pictureSources } from '#web/ui/picture-sources.ts'

/** The full address of a post's picture for chats and search engines. They show no SVG: a drawing has the card of its food, a photograph comes small and as JPEG. */
export function sharedPicture(picture: string | null, origin: string): string {
  if (!picture) return `${origin}/og/site.jpg`
  const food = /^\/(?:basins|covers)\/([a-z-]+)(?:\.[a-z]+)?\.svg$/.exec(picture)?.[1]
  if (food) return `${origin}/og/basins/${food}.jpg`
  const { src, isPhoto } = pictureSources(picture, 960)
  if (isPhoto) return origin + src
  return picture.startsWith('/') ? origin + picture : picture
}

/** The size of what we draw ourselves, so that chats need not fetch it first; of a photograph nobody knows it. */
export function cardSize(picture: string): { property: string; content: string }[] {
  if (!picture.includes('/og/')) return []
  return [
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
  ]
}
