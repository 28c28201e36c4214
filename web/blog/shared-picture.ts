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
