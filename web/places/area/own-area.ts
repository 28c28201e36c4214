import type { MiddlewareFunction } from 'react-router'
import type { Api } from '#api/api.ts'
import type { Area } from '#domain/places/area-text.ts'
import { apiContext, areaContext, viewerContext } from '#web/context.ts'
import { areaFromCookies } from './area-cookies.ts'

/**
 * Middleware that sets the viewer's area: the account's, or else the cookie's. It is read once per request, and only if
 * a loader needs it.
 */
export const readArea: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const chosen = areaFromCookies(request.headers.get('cookie'))
  const { userId } = context.get(viewerContext)
  let area: Promise<Area | null> | undefined
  context.set(areaContext, () => {
    area ??= userId === null ? Promise.resolve(chosen) : ownArea(context.get(apiContext), { userId, chosen })
    return area
  })
  return next()
}

interface OwnAreaQuery {
  userId: string
  chosen: Area | null
}

/** An area chosen before signing in becomes the account's, if that has none. */
async function ownArea(api: Api, { userId, chosen }: OwnAreaQuery): Promise<Area | null> {
  const { data, error } = await api.tables
    .from('buyer_areas')
    .select('state, lga')
    .eq('profile_id', userId)
    .maybeSingle()
  if (data) return data
  if (!error && chosen) await saveArea(api, { userId, area: chosen, replaces: false })
  return chosen
}

/** Removes the area from the signed-in person's account. Returns whether it succeeded. */
export async function removeArea(api: Api, userId: string): Promise<boolean> {
  const { error } = await api.tables.from('buyer_areas').delete().eq('profile_id', userId)
  return error === null
}

interface SavedArea {
  userId: string
  area: Area
  /** Whether it replaces the account's area, if that has one. */
  replaces: boolean
}

/** Saves an area in the signed-in person's account. Returns whether it has one then. */
export async function saveArea(api: Api, { userId, area, replaces }: SavedArea): Promise<boolean> {
  const { state, lga } = area
  if (lga === null) return false
  const { error } = await api.tables.from('buyer_areas').insert({ state, lga })
  if (error?.code !== UNIQUE_VIOLATION) return error === null
  if (!replaces) return true
  const changed = await api.tables.from('buyer_areas').update({ state, lga }).eq('profile_id', userId)
  return changed.error === null
}

const UNIQUE_VIOLATION = '23505'
