/** The sitemap of these paths, in the sitemaps.org format. */
export function sitemapXml(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${escaped(new URL(path, origin).href)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
