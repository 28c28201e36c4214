import { makeSlug } from '#domain/blog/slug.ts'

export interface TagName {
  name: string
  slug: string
}

const SHORTEST = 2
const LONGEST = 40
const MOST_TAGS = 10

/** "Rice, price tips" as tags: each slug once, in the order typed. The limits are those of `blog_tags`. */
export function readTagNames(typed: string): { tags: TagName[] } | { error: string } {
  const typedTags = typed
    .split(/[,\n]/)
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map((name) => ({ name, slug: makeSlug(name) }))
  const tags = typedTags.filter(({ slug }, index) => typedTags.findIndex((tag) => tag.slug === slug) === index)
  if (tags.length > MOST_TAGS) return { error: `A post can have at most ${MOST_TAGS} tags.` }
  if (tags.some(({ name }) => name.length < SHORTEST || name.length > LONGEST)) {
    return { error: `Each tag must have ${SHORTEST} to ${LONGEST} characters.` }
  }
  return { tags }
}
