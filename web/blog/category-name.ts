import type { I18n } from '@lingui/core'
import { ALL_CATEGORIES, UNCATEGORIZED } from '#domain/blog/listing.ts'

/** A category as readers see it: the market's own two words are translated, those that writers gave stay. */
export function categoryName(i18n: I18n, category: string): string {
  return category === ALL_CATEGORIES || category === UNCATEGORIZED ? i18n.t(category) : category
}
