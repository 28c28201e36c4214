import { redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import type { Route } from './+types/follow.ts'
import { readFollowed, saveFollow } from './queries.ts'

export function loader() {
  return redirect('/account/follows')
}

/** The form of a product's or a shop's page: follows or stops following, and comes back. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeOriginPath(form.get('back')) ?? '/account/follows'
  const { userId } = context.get(viewerContext)
  if (!userId) return redirect(`/auth?next=${encodeURIComponent(back)}`)
  const followed = readFollowed(form)
  const wish = { userId, follow: form.get('follow') === 'yes' }
  const fault = followed ? await saveFollow(context.get(apiContext), { ...followed, ...wish }) : 'gone'
  return redirect(fault ? `/account/follows?fault=${fault}` : back)
}
