import type { Api } from '#api/api.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'

/** The result of giving or withdrawing the consent to be named; `failure` says why nothing changed. */
interface NamingOutcome {
  naming: true
  failure: string | null
}

/** Gives or withdraws the consent. The form's fields: `group_buy_id`, and `show` to give it. Idempotent. */
export async function nameByForm(api: Api, form: FormData, userId: string | null): Promise<NamingOutcome> {
  if (userId === null) return { naming: true, failure: LOAD_AGAIN }
  const row = { group_buy_id: String(form.get('group_buy_id') ?? ''), user_id: userId }
  const names = api.tables.from('shown_names')
  const { error } = await (form.has('show') ? names.insert(row) : names.delete().match(row))
  const failed = error !== null && error.code !== UNIQUE_VIOLATION
  return { naming: true, failure: failed ? /*i18n*/ 'That was not saved. Please try again.' : null }
}

/** PostgreSQL's unique_violation: the consent exists already. */
const UNIQUE_VIOLATION = '23505'

export const nameOffline = (): NamingOutcome => ({ naming: true, failure: errorTexts.offline })
