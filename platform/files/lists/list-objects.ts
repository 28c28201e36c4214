import * as z from 'zod'
import type { Database, Identity } from '#platform/postgres/database.ts'

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
  // Column and direction come from fixed lists, so they are safe in the SQL text.
  const sql = `${ENTRIES} order by ${column} ${order === 'desc' ? 'desc' : 'asc'} nulls first, name limit $4 offset $5`
  const values = [bucket, folder === '' ? '' : `${folder}/`, query.search ?? '', query.limit, query.offset]
  return database.as(identity, async (tx) => (await tx.query(sql, values)).rows, { readOnly: true })
}

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
