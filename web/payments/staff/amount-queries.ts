import type { Api } from '#api/api.ts'

/** Amounts entered by staff: undecided ones first, then those of the last 30 days, newest first. */
export async function listAmounts(api: Api) {
  const [waiting, decided] = await Promise.all([
    api.tables.from('listed_amounts').select('*').eq('status', 'waiting').order('entered_at').limit(100),
    api.tables
      .from('listed_amounts')
      .select('*')
      .neq('status', 'waiting')
      .gt('entered_at', new Date(Date.now() - 30 * 86_400_000).toISOString())
      .order('entered_at', { ascending: false })
      .limit(50),
  ])
  const failure = waiting.error?.message ?? decided.error?.message ?? null
  return { waiting: waiting.data ?? [], decided: decided.data ?? [], failure }
}

export type ListedAmount = Awaited<ReturnType<typeof listAmounts>>['waiting'][number]

/** Places that owe cash for goods they sold. */
export async function listPlaceCash(api: Api) {
  const { data, error } = await api.tables.from('place_cash').select('*').gt('owed_kobo', 0).order('name').limit(200)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type PlaceCash = Awaited<ReturnType<typeof listPlaceCash>>['rows'][number]
