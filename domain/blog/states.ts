// States of posts (docs/states-amounts-clocks.md, "Post"). Only published posts are listed.
import { parseMoves } from '#domain/moves.ts'

export const POST_STATES = ['draft', 'scheduled', 'published'] as const
export type PostState = (typeof POST_STATES)[number]

export const postMoves = parseMoves<PostState>([
  ['new', 'draft scheduled published', 'content'],
  ['draft', 'scheduled published', 'content'],
  ['scheduled', 'published', 'clock content'],
  ['scheduled', 'draft', 'content'],
  ['published', 'draft', 'content'],
])
