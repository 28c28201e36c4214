import type pg from 'pg'
import type { Post } from '../content/post.ts'
import { demoId, personId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import { type DatedMove, insertRows } from '../rows.ts'
import { GUIDES } from './posts-guides.ts'
import { KITCHEN_POSTS } from './posts-kitchen.ts'

const CATEGORIES = ['How it works', 'In the kitchen', 'Market prices', 'Vendors']
const TAGS = ['Storage', 'Rice', 'Seafood', 'Saving', 'Seasons', 'Farmers', 'Payments', 'Palm oil']

/** Inserts categories, tags and posts. Returns the moves to backdate. */
export async function insertPosts(client: pg.ClientBase, now: Date): Promise<DatedMove[]> {
  const posts: readonly Post[] = [...GUIDES, ...KITCHEN_POSTS]
  await insertRows(client, 'public.blog_categories', CATEGORIES.map(named('category')))
  await insertRows(client, 'public.blog_tags', TAGS.map(named('tag')))
  await insertRows(
    client,
    'public.blog_posts',
    posts.map((post) => ({
      id: demoId('post', post.slug),
      slug: post.slug,
      title: post.title,
      excerpt: post.excerpt,
      content: post.content.trim(),
      featured_image: post.picture && `/covers/${post.picture}.svg`,
      status: post.status,
      published_at: post.status === 'draft' ? null : after(now, post.day * 24),
      author_id: personId(post.author),
      category_id: post.category && demoId('category', post.category),
      created_at: after(now, Math.min(post.day, 0) * 24 - 30),
    })),
  )
  await insertRows(
    client,
    'public.blog_post_tags',
    posts.flatMap(({ slug, tags }) =>
      tags.map((tag) => ({ post_id: demoId('post', slug), tag_id: demoId('tag', tag) })),
    ),
  )
  return posts.map(({ slug, status, day }) => ({
    id: demoId('post', slug),
    to: status,
    at: after(now, Math.min(day, 0) * 24 - (status === 'published' ? 0 : 30)),
  }))
}

function named(kind: string) {
  return (name: string) => ({ id: demoId(kind, name), name, slug: name.toLowerCase().replaceAll(' ', '-') })
}
