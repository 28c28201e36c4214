export type AuthView = 'sign-in' | 'sign-up' | 'reset'

const VIEWS: readonly AuthView[] = ['sign-in', 'sign-up', 'reset']

/** The view named in the URL; sign-in by default. */
export function viewFromUrl(url: URL): AuthView {
  return VIEWS.find((view) => view === url.searchParams.get('view')) ?? 'sign-in'
}

/** The path for signing in with a phone number. */
export function phonePath(next: string | null): string {
  return `/auth?${new URLSearchParams({ phone: '', ...(next && { next }) })}`
}

/** The path of a view of /auth, with the path to return to. */
export function authPath(view: AuthView, next: string | null): string {
  const params = new URLSearchParams()
  if (view !== 'sign-in') params.set('view', view)
  if (next) params.set('next', next)
  return params.size > 0 ? `/auth?${params}` : '/auth'
}
