import type { Api } from '#api/api.ts'
import { text } from '#domain/forms/validation.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { CartLineInput } from '../checkout/checkout-address.ts'
import { readCurrentProducts } from '../current-products.ts'
import type { PastLine } from '../reorder/reorder.ts'

interface SavedLine {
  product_id: string
  name: string
  unit: string
  quantity: number
}

interface SavedList {
  id: string
  name: string
  lines: PastLine[]
  createdAt: string
}

const COLUMNS = 'id, name, lines, created_at'

/** The user's lists, newest first; at most 20. */
export async function listSavedLists(api: Api, userId: string) {
  const { data, error } = await api.tables
    .from('saved_lists')
    .select(COLUMNS)
    .eq('profile_id', userId)
    .is('deleted_at', null)
    .order('created_at', { ascending: false })
  return { lists: (data ?? []).map(toSavedList), failure: error?.message ?? null }
}

/** One list; with `deleted`, one that was just deleted. */
export async function readSavedList(api: Api, id: string, { deleted = false } = {}) {
  const query = api.tables.from('saved_lists').select(COLUMNS).eq('id', id)
  const { data, error } = await (deleted
    ? query.not('deleted_at', 'is', null)
    : query.is('deleted_at', null)
  ).maybeSingle()
  return { list: data && toSavedList(data), failure: error?.message ?? null }
}

/**
 * Saves a list with today's product names, leaving out products no longer on sale. Returns the id, or why it was not
 * saved.
 */
export async function saveList(api: Api, input: { name: unknown; lines: readonly CartLineInput[] }) {
  const nameResult = readName(input.name)
  if ('error' in nameResult) return { error: nameResult.error }
  const products = await readCurrentProducts(
    api,
    input.lines.map(({ productId }) => productId),
  )
  const lines = input.lines.flatMap(({ productId, quantity }): SavedLine[] => {
    const product = products.get(productId)
    return product ? [{ product_id: productId, name: product.name, unit: product.unit, quantity }] : []
  })
  if (lines.length === 0) return { error: /*i18n*/ 'None of it is on sale now, so there is nothing to save.' }
  const { data, error } = await api.tables
    .from('saved_lists')
    .insert({ name: nameResult.value, lines: lines as never })
    .select('id')
    .single()
  return error ? { error: error.message } : { id: data.id }
}

/** Returns null, or why it failed. */
export async function renameList(api: Api, id: string, name: unknown): Promise<TranslatableText | null> {
  const nameResult = readName(name)
  if ('error' in nameResult) return nameResult.error
  const { error } = await api.tables.from('saved_lists').update({ name: nameResult.value }).eq('id', id)
  return error?.message ?? null
}

/** Deletes or restores a list; a deleted list can be restored for a day. Returns null, or why it failed. */
export async function setListDeleted(api: Api, id: string, isDeleted: boolean): Promise<string | null> {
  const at = isDeleted ? new Date().toISOString() : null
  const { error } = await api.tables.from('saved_lists').update({ deleted_at: at }).eq('id', id)
  return error?.message ?? null
}

const readName = text({ label: /*i18n*/ 'The name of the list', max: 60 })

function toSavedList({
  id,
  name,
  lines,
  created_at,
}: {
  id: string
  name: string
  lines: unknown
  created_at: string
}): SavedList {
  const past = (lines as SavedLine[]).map(
    (line): PastLine => ({ ...line, product_name: line.name, image_url: null, unit_price: null }),
  )
  return { id, name, lines: past, createdAt: created_at }
}
