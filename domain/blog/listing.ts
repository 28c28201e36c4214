// The blog's list (specification 2): chips from the posts' categories plus All Categories; posts without a category are
// Uncategorized; the date is the published date, else the creation date.
import { lagosDate } from '#domain/time/calendar.ts'
import { formatLongDate } from '#domain/time/date-text.ts'

export const ALL_CATEGORIES = /*i18n*/ 'All Categories'
export const UNCATEGORIZED = /*i18n*/ 'Uncategorized'

interface ListedPost {
  category: { name: string } | null
}

/** All Categories first, then the posts' categories by name, Uncategorized last; each once. */
export function categoryChips(posts: readonly ListedPost[]): string[] {
  const names = new Set(posts.map(postCategoryName))
  const uncategorized = names.delete(UNCATEGORIZED) ? [UNCATEGORIZED] : []
  return [ALL_CATEGORIES, ...[...names].sort(), ...uncategorized]
}

export function postCategoryName(post: ListedPost): string {
  return post.category?.name ?? UNCATEGORIZED
}

/** "9 February 2025", the day in Lagos. Takes ISO timestamps. */
export function postDate(post: { published_at: string | null; created_at: string }): string {
  return formatLongDate(lagosDate(new Date(post.published_at ?? post.created_at)))
}
