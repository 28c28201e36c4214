import { data } from 'react-router'
import type { Api } from '#api/api.ts'

/** The form of `Verification`. */
export async function verify(request: Request, api: Api) {
  const form = await request.formData()
  const verified = form.get('verified') === 'true'
  const result = await api.command('verify-account', { user_id: String(form.get('user_id') ?? ''), verified })
  return result.ok ? { error: null } : data({ error: result.refusal.message }, result.status || 503)
}
