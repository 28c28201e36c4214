/** The full address of a post's picture for chats and search engines. They show no SVG, so our own basins have cards. */
export function sharedPicture(picture: string | null, origin: string): string {
  if (!picture) return `${origin}/og/site.jpg`
  const basin = /^\/basins\/([a-z-]+)\.svg$/.exec(picture)?.[1]
  if (basin) return `${origin}/og/basins/${basin}.jpg`
  return picture.startsWith('/') ? origin + picture : picture
}
