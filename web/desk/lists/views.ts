import { redirect } from 'react-router'
import { apiContext } from '#web/context.ts'
import { sameSitePath } from '#web/same-site-path.ts'
import type { Route } from './+types/views.ts'
import { handleViewForm } from './saved-views.ts'

/** Saves, renames and deletes the viewer's views of lists. */
export async function action({ request, context }: Route.ActionArgs) {
  const address = await handleViewForm(context.get(apiContext), await request.formData())
  return redirect(sameSitePath(address) ?? '/')
}

export const loader = () => redirect('/')
