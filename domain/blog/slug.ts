export const LONGEST_SLUG = 120

/** Lower-case words of the title joined by hyphens, without accents and tone marks. */
export function makeSlug(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).join('-').slice(0, LONGEST_SLUG).replace(/-+$/, '') || 'post'
}

export function isSlug(text: string): boolean {
  return text.length <= LONGEST_SLUG && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}
