/** The full address of a post's picture for chats and search engines. They show no SVG, so our own basins have cards. */
export function sharedPicture(picture: string | null, origin: string): string {
  if (!picture) return `${origin}/og/site.jpg`
  const basin = /^\/basins\/([a-z-]+)\.svg$/.exec(picture)?.[1]
  if (basin) return `${origin}/og/basins/${basin}.jpg`
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
