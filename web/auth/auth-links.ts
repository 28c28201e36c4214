export type AuthView = 'sign-in' | 'sign-up' | 'reset'

const VIEWS: readonly AuthView[] = ['sign-in', 'sign-up', 'reset']

/** The view that the address names; sign-in when it names none. */
export function viewOf(url: URL): AuthView {
  return VIEWS.find((view) => view === url.searchParams.get('view')) ?? 'sign-in'
}

/** Signing in with a phone number in the place of the address. */
export function phonePath(next: string | null): string {
  return `/auth?${new URLSearchParams({ phone: '', ...(next && { next }) })}`
}

/** The address of a view of /auth, with the remembered path. */
export function authPath(view: AuthView, next: string | null): string {
  const params = new URLSearchParams()
  if (view !== 'sign-in') params.set('view', view)
  if (next) params.set('next', next)
  return params.size > 0 ? `/auth?${params}` : '/auth'
}
