import type { I18n } from '@lingui/core'
import { ALL_CATEGORIES, UNCATEGORIZED } from '#domain/blog/listing.ts'

/** A category's display name: the two built-in ones are translated, those of authors are not. */
export function categoryName(i18n: I18n, category: string): string {
  return category === ALL_CATEGORIES || category === UNCATEGORIZED ? i18n.t(category) : category
}
