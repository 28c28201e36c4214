import { data } from 'react-router'
import type { Api } from '#api/api.ts'
import { plural } from '#web/ui/format.ts'

/** Handles the forms of `Verification` and `SignOut`. */
export async function handlePersonForm(request: Request, api: Api) {
  const form = await request.formData()
  if (form.get('intent') === 'sign-out') {
    const ended = await api.command('end-sessions', { user_id: String(form.get('user_id') ?? '') })
    if (!ended.ok) return data({ error: ended.refusal.message, done: null }, ended.status || 503)
    const { sessions } = ended.value
    const done =
      sessions === 0 ? 'They had no active session.' : `Signed out everywhere (${plural(sessions, 'session')}).`
    return { error: null, done }
  }
  const verified = form.get('verified') === 'true'
  const result = await api.command('verify-account', { user_id: String(form.get('user_id') ?? ''), verified })
  return result.ok
    ? { error: null, done: null }
    : data({ error: result.refusal.message, done: null }, result.status || 503)
}
