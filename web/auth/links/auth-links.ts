import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { joinPath, readJoinPath } from '#domain/group-buys/participants/join-path.ts'

export type AuthView = 'sign-in' | 'sign-up' | 'reset'

const VIEWS: readonly AuthView[] = ['sign-in', 'sign-up', 'reset']

/** The view named in the URL; sign-in by default. */
export function viewFromUrl(url: URL): AuthView {
  return VIEWS.find((view) => view === url.searchParams.get('view')) ?? 'sign-in'
}

/** The path of a view of /auth, with the path to return to; `byPhone` asks for a phone number instead of an address. */
export function authPath(view: AuthView, next: string | null, { byPhone = false } = {}): string {
  const params = new URLSearchParams()
  if (view !== 'sign-in') params.set('view', view)
  // Not empty: in the browser a link that differs only by an empty parameter leads nowhere.
  if (byPhone) params.set('phone', 'on')
  if (next) params.set('next', next)
  return params.size > 0 ? `/auth?${params}` : '/auth'
}

/** The path on this site to return to. The form on a buy's page sends the quantity to join with in a field of its own. */
export function nextFromUrl({ searchParams }: URL): string | null {
  const next = safeOriginPath(searchParams.get('next'))
  const wanted = readJoinPath(`${next}?quantity=${searchParams.get('quantity')}`)
  return wanted ? joinPath(wanted.buyId, wanted.quantity) : next
}
