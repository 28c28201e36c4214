import type { Api } from '#api/api.ts'
import { withinDays } from '#web/desk/lists/list-query.ts'
import { COUNTED, isId, listPage, rowRange } from '#web/list-page.ts'

/** The photographs of a buy's goods that anyone may see, in display order. */
export async function listLotPhotographs(api: Api, buyId: string) {
  const { data } = await api.tables
    .from('buy_pictures')
    .select('id, url, caption, created_at')
    .eq('group_buy_id', buyId)
    .is('hidden_at', null)
    .order('position')
    .order('created_at')
    .order('id')
  return data ?? []
}

export type LotPhotograph = Awaited<ReturnType<typeof listLotPhotographs>>[number]

/** A buy with the photographs that its shop added, hidden ones too; null for a buy that the viewer cannot see. */
export async function readPhotographedBuy(api: Api, id: string) {
  if (!isId(id)) return null
  const { data } = await api.tables
    .from('group_buys')
    .select('id, product_name, vendor_id, photographs:buy_pictures(id, url, caption, hidden_at, hide_reason)')
    .eq('id', id)
    .order('position', { referencedTable: 'photographs' })
    .order('created_at', { referencedTable: 'photographs' })
    .maybeSingle()
    .throwOnError()
  return data
}

/** Whether the viewer may change the photographs of a buy. */
export async function mayPhotograph(api: Api, id: string): Promise<boolean> {
  const { data } = await api.tables.rpc('can_photograph', { buy: id }, { get: true })
  return data === true
}

interface PhotographsToSave {
  wanted: readonly { path: string; caption: string }[]
  seen: readonly string[]
}

/** Saves the photographs, their captions and order; those added since the form was opened come after them. */
export function savePhotographs(api: Api, buy: string, { wanted, seen }: PhotographsToSave) {
  return api.tables.rpc('arrange_buy_pictures', {
    buy,
    wanted: wanted.map(({ path }) => path),
    captions: wanted.map(({ caption }) => caption),
    seen: [...seen],
  })
}

interface AddedPhotographs {
  page: number
  /** The Lagos days on which they were added; empty days are open ends. */
  from: string
  until: string
}

/** Photographs of published buys for the staff who may hide them, newest first. */
export async function listPhotographsToModerate(api: Api, { page, ...days }: AddedPhotographs) {
  return listPage(
    await withinDays(api.tables.from('judged_buy_pictures').select('*', COUNTED), 'created_at', days)
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<ModeratedPhotograph[], { merge: false }>(),
  )
}

export interface ModeratedPhotograph {
  id: string
  group_buy_id: string
  product_id: string | null
  product_name: string
  vendor_id: string
  business_name: string
  url: string
  caption: string
  created_at: string
  hidden_at: string | null
  hide_reason: string | null
}
