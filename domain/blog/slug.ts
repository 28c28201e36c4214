export const MAX_SLUG_LENGTH = 120

/** Lower-case words of the title joined by hyphens, without accents and tone marks. */
export function makeSlug(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).join('-').slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '') || 'post'
}

export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}
