export interface Post {
  slug: string
  title: string
  excerpt: string | null
  picture: string | null
  /** Name of the category; null for uncategorized. */
  category: string | null
  tags: string[]
  author: 'administrator' | 'supervisor'
  status: 'draft' | 'scheduled' | 'published'
  /** Days from now to its publishing. */
  day: number
  /** Markdown. */
  content: string
}
