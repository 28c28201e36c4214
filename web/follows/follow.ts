import { redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import type { Route } from './+types/follow.ts'
import { readFollowed, saveFollow } from './queries.ts'
import { saveSearch } from './search-queries.ts'

export function loader() {
  return redirect('/account/follows')
}

/**
 * Follows or unfollows from a product's or shop's page, and redirects back to it. Saves a search and redirects to the
 * list of what the user wants to hear about.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeOriginPath(form.get('back')) ?? '/account/follows'
  const { userId } = context.get(viewerContext)
  if (!userId) return redirect(`/auth?next=${encodeURIComponent(back)}`)
  if (form.get('kind') === 'search') {
    const unsaved = await saveSearch(context.get(apiContext), form, userId)
    return redirect(unsaved ? `/account/follows?fault=${unsaved}` : '/account/follows#searches')
  }
  const followed = readFollowed(form)
  const input = { userId, follow: form.get('follow') === 'yes' }
  const fault = followed ? await saveFollow(context.get(apiContext), { ...followed, ...input }) : 'gone'
  return redirect(fault ? `/account/follows?fault=${fault}` : back)
}
