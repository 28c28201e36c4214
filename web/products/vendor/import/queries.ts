import type { Api } from '#api/api.ts'
import { isId } from '#web/list-page.ts'
import { ReadFault } from '#web/lists/read-all-rows.ts'

const IMPORT = 'id, file_name, status, row_count, fault_count, created_at, started_at, ended_at' as const
/** Faulty rows on the page; the file has all of them. */
const FAULTS_SHOWN = 50

/** The shop's latest imports. */
export async function listImports(api: Api) {
  const { data } = await api.tables
    .from('product_imports')
    .select(IMPORT)
    .order('created_at', { ascending: false })
    .limit(10)
    .throwOnError()
  return data
}

/** An import with its first faulty and refused rows, and how many rows have which outcome; null if it is not theirs. */
export async function readImport(api: Api, id: string) {
  if (!isId(id)) return null
  const { data } = await api.tables.from('product_imports').select(IMPORT).eq('id', id).maybeSingle()
  if (!data) return null
  const [faults, ...counts] = await Promise.all([
    listFaults(api, { id, from: 0, to: FAULTS_SHOWN - 1 }),
    ...OUTCOMES.map((outcome) => countRows(api, { id, outcome })),
  ])
  const [added = 0, updated = 0, skipped = 0, refused = 0] = counts
  return { ...data, faults, added, updated, skipped, refused }
}

const OUTCOMES = ['added', 'updated', 'skipped', 'refused'] as const

async function countRows(api: Api, { id, outcome }: { id: string; outcome: (typeof OUTCOMES)[number] }) {
  const { count } = await api.tables
    .from('product_import_rows')
    .select('row_number', { count: 'exact', head: true })
    .eq('import_id', id)
    .eq('outcome', outcome)
    .throwOnError()
  return count ?? 0
}

/** Rows that could not be imported, in the order of the file. */
export async function listFaults(api: Api, { id, from, to }: { id: string; from: number; to: number }) {
  const { data, error } = await api.tables
    .from('product_import_rows')
    .select('row_number, typed, errors')
    .eq('import_id', id)
    .neq('errors', '{}')
    .order('row_number')
    .range(from, to)
  if (error) throw new ReadFault(error.message)
  return data.map(({ row_number, typed, errors }) => ({
    row_number,
    typed: typed as Record<string, string>,
    errors: errors as Record<string, string>,
  }))
}

export type FaultyRow = Awaited<ReturnType<typeof listFaults>>[number]
