import type pg from 'pg'
import * as z from 'zod'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { listFilesByTime, listFolders } from './folder-by-time.ts'

const DEFAULT_LIMIT = 1_000

export const listV2Query = z.object({
  prefix: z.string().max(1_024).default(''),
  limit: z.number().int().min(1).max(DEFAULT_LIMIT).default(DEFAULT_LIMIT),
  cursor: z.string().max(4_096).nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({ column: z.enum(['name', 'created_at', 'updated_at']), order: z.enum(['asc', 'desc']).default('asc') })
    .nullish(),
})

/** The last entry of a page: a name, of a folder if it ends with `/`; with a time if the list is sorted by one. */
const cursorContent = z.object({ name: z.string().max(1_024), time: z.string().max(40).optional() })
type Cursor = z.infer<typeof cursorContent>

/** Null if it is not one of ours. */
export function parseCursor(text: string): Cursor | null {
  try {
    const parsed = cursorContent.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    const isTime =
      parsed.data?.time === undefined || /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(parsed.data.time)
    return parsed.success && isTime && !parsed.data.name.includes('\0') ? parsed.data : null
  } catch {
    return null
  }
}

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

interface ListedObject {
  id: string
  name: string
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
  metadata: Record<string, unknown>
}

interface Entry {
  name: string
  is_folder: boolean
}

type Listed = Entry & { time?: string }

interface TimedEntry extends Entry {
  /** When the file was created or changed, whichever the list is sorted by. */
  time: string
}

interface ListV2 {
  bucket: string
  query: Omit<z.infer<typeof listV2Query>, 'cursor'>
  after: Cursor | null
}

/**
 * Lists files under a prefix, page by page. With a delimiter, what lies deeper is one folder. By name, pages are read
 * from an index wherever they begin, also by time with a delimiter, where folders come first; by time without one, the
 * files of the prefix are sorted for each page.
 */
export async function listObjectsV2(database: Database, identity: Identity, list: ListV2) {
  return database.as(
    identity,
    async (tx) => {
      const { limit } = list.query
      const isByTime = list.query.sortBy && list.query.sortBy.column !== 'name'
      const entries: Listed[] = await (isByTime ? entriesByTime(tx, list) : entriesByName(tx, list))
      const page = entries.slice(0, limit)
      const objects = await objectsOf(tx, list.bucket, page)
      const folders = page.filter((entry) => entry.is_folder).map(({ name }) => ({ key: name.slice(0, -1), name }))
      const last = page.at(-1)
      const hasNext = entries.length > limit
      const next = hasNext && last && { name: last.name, ...(last.time !== undefined && { time: last.time }) }
      return { hasNext, folders, objects, ...(next && { nextCursor: writeCursor(next) }) }
    },
    { readOnly: true },
  )
}

/** One entry more than the page has, to know whether there is a next one. */
async function entriesByName(tx: pg.PoolClient, { bucket, query, after }: ListV2): Promise<Entry[]> {
  const isDescending = query.sortBy?.order === 'desc'
  const values = [bucket, query.prefix, query.with_delimiter, after?.name ?? null, isDescending, query.limit + 1]
  const { rows } = await tx.query<Entry>(
    'select entry as name, is_folder from storage.list_names($1, $2, $3, $4, $5, $6)',
    values,
  )
  return rows
}

async function entriesByTime(tx: pg.PoolClient, list: ListV2): Promise<Listed[]> {
  const { bucket, query, after } = list
  const { limit } = query
  if (!query.with_delimiter) return filesBelow(tx, list)
  const range = { bucket, prefix: query.prefix, count: limit + 1 }
  const folders = after?.time === undefined ? await listFolders(tx, { ...range, after: after?.name ?? null }) : []
  const files = await listFilesByTime(tx, {
    ...range,
    count: limit + 1 - folders.length,
    column: timeColumn(query),
    isDescending: query.sortBy?.order === 'desc',
    after: after?.time === undefined ? null : { name: after.name, time: after.time },
  })
  return [
    ...folders.map((name) => ({ name, is_folder: true })),
    ...files.map((file) => ({ ...file, is_folder: false })),
  ]
}

const timeColumn = ({ sortBy }: ListV2['query']) => (sortBy?.column === 'updated_at' ? 'updated_at' : 'created_at')

/** Files of the prefix and of all folders below it: no index has them in the order of time. */
async function filesBelow(tx: pg.PoolClient, { bucket, query, after }: ListV2): Promise<TimedEntry[]> {
  const column = timeColumn(query)
  const order = query.sortBy?.order === 'desc' ? 'desc' : 'asc'
  const comparison = order === 'desc' ? '<' : '>'
  // Column, direction and comparison come from fixed lists, so they are safe in the SQL text.
  const sql = `
    select name, false as is_folder, to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as time
    from storage.objects
    where bucket_id = $1 and name collate "C" >= $2 and name collate "C" < $2 || U&'\\+10FFFF'
      and ($3::timestamptz is null or (${column}, name collate "C") ${comparison} ($3::timestamptz, $4))
    order by ${column} ${order}, name collate "C" ${order} limit $5`
  const values = [bucket, query.prefix, after?.time ?? null, after?.name ?? '', query.limit + 1]
  return (await tx.query<TimedEntry>(sql, values)).rows
}

/** The files of a page, in its order. */
async function objectsOf(tx: pg.PoolClient, bucket: string, page: Entry[]) {
  const names = page.filter((entry) => !entry.is_folder).map(({ name }) => name)
  const { rows } = await tx.query<ListedObject>(OBJECTS, [bucket, names])
  const byName = new Map(rows.map((row) => [row.name, row]))
  return names.flatMap((name) => {
    const object = byName.get(name)
    return object ? [{ ...object, key: name }] : []
  })
}

const OBJECTS = `
  select id, name, created_at, updated_at, last_accessed_at, metadata from storage.objects where bucket_id = $1 and name = any ($2)`
