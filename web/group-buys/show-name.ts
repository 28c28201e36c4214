import type { Api } from '#api/api.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'

/** The result of agreeing to be named in a buy, or of taking it back; `failure` says why nothing changed. */
interface NamingOutcome {
  naming: true
  failure: string | null
}

/** The form's fields: `group_buy_id`, and `show` unless the name is to be hidden. A second press changes nothing. */
export async function nameByForm(api: Api, form: FormData, userId: string | null): Promise<NamingOutcome> {
  if (userId === null) return { naming: true, failure: LOAD_AGAIN }
  const row = { group_buy_id: String(form.get('group_buy_id') ?? ''), user_id: userId }
  const names = api.tables.from('shown_names')
  const { error } = await (form.has('show') ? names.insert(row) : names.delete().match(row))
  const failed = error !== null && error.code !== TWICE
  return { naming: true, failure: failed ? /*i18n*/ 'That was not saved. Please try again.' : null }
}

/** PostgreSQL's unique_violation: it was pressed already. */
const TWICE = '23505'

export const nameOffline = (): NamingOutcome => ({ naming: true, failure: errorTexts.offline })
