import type pg from 'pg'

interface FolderRange {
  bucket: string
  /** A folder, or one and the beginning of names in it. */
  prefix: string
  /** The most entries. */
  count: number
}

interface FilesByTime extends FolderRange {
  column: 'created_at' | 'updated_at'
  isDescending: boolean
  /** The last file of the page before. */
  after: { name: string; time: string } | null
}

/** Whole names of folders, each ending with a slash, after one of them. */
export async function listFolders(
  tx: pg.PoolClient,
  { bucket, prefix, count, after }: FolderRange & { after: string | null },
): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>('select name from storage.list_folders($1, $2, $3, $4) as name', [
    bucket,
    prefix,
    after,
    count,
  ])
  return rows.map(({ name }) => name)
}

/** Whole names of files directly in the folder, with their times in UTC to the microsecond. */
export async function listFilesByTime(
  tx: pg.PoolClient,
  { bucket, prefix, count, column, isDescending, after }: FilesByTime,
): Promise<{ name: string; time: string }[]> {
  const { rows } = await tx.query<{ name: string; time: string }>(
    `select entry as name, to_char(time at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as time
       from storage.list_folder_by_time($1, $2, $3, $4, $5, $6, $7)`,
    [bucket, prefix, column, isDescending, after?.time ?? null, after?.name ?? null, count],
  )
  return rows
}
