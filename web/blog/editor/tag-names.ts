import { makeSlug } from '#domain/blog/slug.ts'

export interface TagName {
  name: string
  slug: string
}

const MIN_TAG_LENGTH = 2
const MAX_TAG_LENGTH = 40
const MAX_TAGS = 10

/** Parses "Rice, price tips" into tags: each slug once, in the order typed. The limits are those of `blog_tags`. */
export function readTagNames(typed: string): { tags: TagName[] } | { error: string } {
  const typedTags = typed
    .split(/[,\n]/)
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map((name) => ({ name, slug: makeSlug(name) }))
  const tags = typedTags.filter(({ slug }, index) => typedTags.findIndex((tag) => tag.slug === slug) === index)
  if (tags.length > MAX_TAGS) return { error: `A post can have at most ${MAX_TAGS} tags.` }
  if (tags.some(({ name }) => name.length < MIN_TAG_LENGTH || name.length > MAX_TAG_LENGTH)) {
    return { error: `Each tag must have ${MIN_TAG_LENGTH} to ${MAX_TAG_LENGTH} characters.` }
  }
  return { tags }
}
