import type { Api } from '#api/api.ts'
import { commandResult, type SubmittedForm } from '#web/forms/form.ts'
import { plural } from '#web/ui/format.ts'

/** Handles the forms of `Verification` and `SignOut`. */
export async function handlePersonForm(api: Api, form: SubmittedForm) {
  const user_id = form.field('user_id')
  if (form.field('intent') === 'sign-out') {
    return commandResult(form, await api.command('end-sessions', { user_id }), ({ sessions }) =>
      sessions === 0 ? 'They had no active session.' : `Signed out everywhere (${plural(sessions, 'session')}).`,
    )
  }
  const verified = form.field('verified') === 'true'
  return commandResult(form, await api.command('verify-account', { user_id, verified }), '')
}
