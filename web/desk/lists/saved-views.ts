import type { Api } from '#api/api.ts'
import { pathWithParams } from '#web/list-page.ts'

/** A list's filters, order and columns under a name of the viewer's. */
export interface SavedView {
  id: string
  name: string
  /** Without the question mark. */
  query: string
  is_default: boolean
}

/** The viewer's views of the list at a path, oldest first. */
export async function readSavedViews(api: Api, list: string): Promise<SavedView[]> {
  const { data } = await api.tables
    .from('saved_views')
    .select('id, name, query, is_default')
    .eq('list', list)
    .order('created_at')
    .order('id')
  return data ?? []
}

/** A parameter that asks for the whole list, where a default view would replace an address without parameters. */
export const WHOLE_LIST = 'all'

/** The address of the default view, for an address without parameters; null if there is none. */
export function defaultAddress(list: string, search: string, views: readonly SavedView[]): string | null {
  const chosen = views.find((view) => view.is_default && view.query !== '')
  return chosen && search === '' ? `${list}?${chosen.query}` : null
}

/** Handles the forms of `ViewTabs`; returns the address to show next. */
export async function handleViewForm(api: Api, form: FormData): Promise<string> {
  const text = (name: string) => String(form.get(name) ?? '')
  const [list, query, name] = [text('list'), text('query'), text('name').trim()]
  const back = query ? `${list}?${query}` : list
  const id = text('id')
  const table = api.tables.from('saved_views')
  const act = text('act')
  const { error } =
    act === 'delete'
      ? await table.delete().eq('id', id)
      : act === 'default'
        ? await table.update({ is_default: text('on') === 'true' }).eq('id', id)
        : act === 'rename'
          ? await table.update({ name }).eq('id', id)
          : await table.insert({ list, name, query })
  if (error) return pathWithParams(list, { ...paramsOf(query), fault: error.code === '23505' ? 'view-name' : 'view' })
  return act === 'delete' ? pathWithParams(list, { [WHOLE_LIST]: 'yes' }) : back
}

const paramsOf = (query: string) => Object.fromEntries(new URLSearchParams(query))

/** Why a view was not saved. */
export const viewFaults: Readonly<Record<string, string>> = {
  'view-name': 'You have a view of this name already. Choose another one.',
  view: 'The view was not saved: a name has 1 to 40 characters, and you can keep 20 views of a list.',
}
