import type { Api } from '#api/api.ts'
import { listPage, rowRange } from '#web/list-page.ts'

/** One page of the viewer's notices, newest first. */
export async function listNotices(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('notices')
      .select('id, title, body, templates, created_at, read_at', { count: 'exact' })
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type StoredNotice = Awaited<ReturnType<typeof listNotices>>['rows'][number]

/** The number of the viewer's unread notices; 0 if it cannot be read. */
export async function countUnread(api: Api): Promise<number> {
  const { count } = await api.tables.from('notices').select('id', { count: 'exact', head: true }).is('read_at', null)
  return count ?? 0
}

/** Marks one notice or all as read by the viewer; returns the link of the one. */
export async function markRead(api: Api, id: string | 'all') {
  const unread = api.tables.from('notices').update({ read_at: new Date().toISOString() }).is('read_at', null)
  const { error } = await (id === 'all' ? unread : unread.eq('id', id))
  if (error || id === 'all') return { link: null, failure: error?.message ?? null }
  const { data } = await api.tables.from('notices').select('link').eq('id', id).maybeSingle()
  return { link: data?.link ?? null, failure: null }
}
