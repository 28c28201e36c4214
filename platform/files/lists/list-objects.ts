import type pg from 'pg'
import * as z from 'zod'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { listFilesByTime, listFolders } from './folder-by-time.ts'

const SORTABLE = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

export const listQuery = z.object({
  prefix: z.string().max(1_024).default(''),
  limit: z.number().int().min(1).max(1_000).catch(100),
  offset: z.number().int().min(0).max(1_000_000).catch(0),
  search: z.string().max(200).nullish(),
  sortBy: z
    .object({ column: z.enum(SORTABLE).catch('name'), order: z.enum(['asc', 'desc']).catch('asc') })
    .catch({ column: 'name', order: 'asc' }),
})

/** Lists the files and subfolders of a folder that the identity may see. A folder has no id. */
export async function listObjects(
  database: Database,
  identity: Identity,
  { bucket, query }: { bucket: string; query: z.infer<typeof listQuery> },
): Promise<unknown[]> {
  const folder = query.prefix.replaceAll(/^\/+|\/+$/g, '')
  const { column, order } = query.sortBy
  if ((column === 'created_at' || column === 'updated_at') && !query.search) {
    const list = { bucket, prefix: folder === '' ? '' : `${folder}/`, column, isDescending: order === 'desc', query }
    return database.as(identity, (tx) => listByTime(tx, list), { readOnly: true })
  }
  // Column and direction come from fixed lists, so they are safe in the SQL text.
  const sql = `${ENTRIES} order by ${column} ${order === 'desc' ? 'desc' : 'asc'} nulls first, name limit $4 offset $5`
  const values = [bucket, folder === '' ? '' : `${folder}/`, query.search ?? '', query.limit, query.offset]
  return database.as(identity, async (tx) => (await tx.query(sql, values)).rows, { readOnly: true })
}

interface ListByTime {
  bucket: string
  prefix: string
  column: 'created_at' | 'updated_at'
  isDescending: boolean
  query: Pick<z.infer<typeof listQuery>, 'limit' | 'offset'>
}

/** Folders come first, as they have no time. The rows before the page are read from an index, without being sorted. */
async function listByTime(tx: pg.PoolClient, { query, ...list }: ListByTime): Promise<unknown[]> {
  const { limit, offset } = query
  const folders = await listFolders(tx, { ...list, count: offset + limit, after: null })
  const page = folders.slice(offset)
  const skipped = Math.max(0, offset - folders.length)
  const files = await listFilesByTime(tx, { ...list, count: skipped + limit - page.length, after: null })
  const names = [...page, ...files.slice(skipped).map(({ name }) => name)]
  return (await tx.query(PAGE, [list.bucket, list.prefix, names])).rows
}

const PAGE = `
  select rtrim(substr(entry.name, char_length($2) + 1), '/') as name, o.id, o.created_at, o.updated_at, o.last_accessed_at, o.metadata
  from unnest($3::text[]) with ordinality as entry (name, position)
    left join storage.objects o on o.bucket_id = $1 and o.name = entry.name
  order by entry.position`

const ENTRIES = `
  with below as (
    select id, substr(o.name, char_length($2) + 1) as rest, created_at, updated_at, last_accessed_at, metadata
    from storage.objects o where bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $2 || U&'\\+10FFFF'),
  entries as (
    select rest as name, id, created_at, updated_at, last_accessed_at, metadata from below where strpos(rest, '/') = 0
    union all
    select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
    from below where strpos(rest, '/') > 0)
  select name, id, created_at, updated_at, last_accessed_at, metadata from entries
  where $3 = '' or starts_with(lower(name), lower($3))`
