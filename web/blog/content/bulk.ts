import type { Api } from '#api/api.ts'
import { POST_STATES, type PostState } from '#domain/blog/states.ts'
import { type BulkAct, type BulkList, type BulkRow, bulkRows, GONE, writeRun } from '#web/desk/lists/bulk/bulk-act.ts'

/** Posts that are published or taken back together. */
export const postBulk: BulkList = {
  noun: { one: 'post', many: 'posts' },
  acts: {
    publish: {
      label: 'Publish',
      done: 'Published',
      effect: 'They appear in the blog at once.',
      obstacle: ({ state }) =>
        state === 'published' ? 'It is published already.' : state === EMPTY ? 'It has no text.' : null,
      run: (api, row) => setState(api, row, 'published'),
      undo: { done: 'As it was', run: undoState },
    },
    draft: {
      label: 'Make drafts',
      done: 'Made a draft',
      tone: 'danger',
      effect: 'They leave the blog at once, and links to them lead nowhere until they are published again.',
      obstacle: ({ state }) => (state === 'draft' || state === EMPTY ? 'It is a draft already.' : null),
      run: (api, row) => setState(api, row, 'draft'),
      undo: { done: 'As it was', run: undoState },
    },
  } satisfies Record<string, BulkAct>,
  async read({ tables }, ids) {
    const [found, empty] = await Promise.all([
      tables.from('blog_posts').select('id, title, status, updated_at').in('id', ids),
      tables.from('blog_posts').select('id').in('id', ids).eq('content', ''),
    ])
    const emptyIds = new Set(empty.data?.map(({ id }) => id))
    return bulkRows(found, ({ id, title, status, updated_at: seen }) => ({
      id,
      name: title,
      state: emptyIds.has(id) ? EMPTY : status,
      seen,
    }))
  },
}

/** A draft without a text, which the editor does not publish either. */
const EMPTY = 'empty'

/** A first day in the past stays; a planned one does not, as in the editor. */
async function setState({ tables }: Api, { id, seen }: Pick<BulkRow, 'id' | 'seen'>, status: PostState) {
  const read = async () =>
    (await tables.from('blog_posts').select('status, published_at').eq('id', id).maybeSingle()).data
  const current = async () => (await read())?.status ?? null
  const was = await read()
  const planned = was?.published_at ?? null
  const published_at = planned !== null && Date.parse(planned) <= Date.now() ? planned : null
  const posts = tables.from('blog_posts').update({ status, published_at }).eq('id', id).eq('updated_at', seen)
  const written = await (status === 'published' ? posts.neq('content', '') : posts)
    .neq('status', status)
    .select(VERSION)
  // The version that is undone, and what it was before.
  const undo = (row: unknown) => `${(row as PostVersion).updated_at} ${was?.status} ${planned ?? ''}`
  return writeRun(written, { current, target: status, undo })
}

const VERSION = 'updated_at'
type PostVersion = Record<typeof VERSION, string>

async function undoState({ tables }: Api, { id, seen }: Pick<BulkRow, 'id' | 'seen'>) {
  const [version = '', status = '', planned = ''] = seen.split(' ')
  if (!isPostState(status)) return { ok: false, text: GONE, canRepeat: false } as const
  const write = (values: { status: PostState; published_at: string | null }, at: string) =>
    tables.from('blog_posts').update(values).eq('id', id).eq('updated_at', at).select(VERSION)
  // Only a draft can be scheduled.
  const drafted = status === 'scheduled' ? await write({ status: 'draft', published_at: null }, version) : null
  const written = await write({ status, published_at: planned || null }, drafted?.data?.[0]?.updated_at ?? version)
  const current = async () =>
    (await tables.from('blog_posts').select('status').eq('id', id).maybeSingle()).data?.status ?? null
  return writeRun(written, { current, target: status })
}

const isPostState = (text: string): text is PostState => POST_STATES.some((state) => state === text)
