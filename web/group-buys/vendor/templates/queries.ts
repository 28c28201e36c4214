import type { Api } from '#api/api.ts'

/** The shop's templates by name, with what the named buy was. At most 30 (`guard_buy_template`). */
export async function listTemplates(api: Api, shopId: string) {
  const { data } = await api.tables
    .from('buy_templates')
    .select('id, name, buy:group_buys(id, product_name, unit, target_quantity, base_price, min_participants)')
    .eq('vendor_id', shopId)
    .order('name')
    .order('id')
    .throwOnError()
  return data
}

export type BuyTemplate = Awaited<ReturnType<typeof listTemplates>>[number]

/** Under the form's id, so that a repeated submission saves one. */
export const addTemplate = (api: Api, template: { id: string; group_buy_id: string; name: string }) =>
  api.tables.from('buy_templates').insert(template).select('id')

export const renameTemplate = (api: Api, { id, name }: { id: string; name: string }) =>
  api.tables.from('buy_templates').update({ name }).eq('id', id).select('id')

export const deleteTemplate = (api: Api, id: string) =>
  api.tables.from('buy_templates').delete().eq('id', id).select('id')
