import type { Api } from '#api/api.ts'
import type { WaitingRow } from '#domain/all-waits.ts'

const readsByPage = new WeakMap<Api, ReturnType<typeof readCounts>>()

/**
 * The viewer's pending work: counts by status, and unread conversations. The menu and the dashboard of a page both show
 * it, and each page has an API of its own: it is read once.
 */
export function readWaiting(api: Api) {
  const read = readsByPage.get(api) ?? readCounts(api)
  readsByPage.set(api, read)
  return read
}

async function readCounts(api: Api) {
  const [rows, unread] = await Promise.all([
    api.tables.from('waiting').select('*').overrideTypes<WaitingRow[], { merge: false }>(),
    api.tables.from('my_conversations').select('id', { count: 'exact', head: true }).is('is_unread', true),
  ])
  return { rows: rows.data ?? [], unread: unread.count ?? 0, failure: rows.error?.message ?? null }
}

export type Waiting = Awaited<ReturnType<typeof readWaiting>>
