import { data } from 'react-router'
import type { Api } from '#api/api.ts'
import { commandResult, type FormResult, rejectCommand, type SubmittedForm } from '#web/forms/form.ts'
import { handlePersonForm } from '../chief/handle-person-form.ts'

/** Handles the forms of a person's record. */
export async function handlePersonRecordForm(api: Api, id: string, form: SubmittedForm) {
  const { field } = form
  const reason = field('reason')
  const key = form.key && `${form.key}-${field('intent')}`
  switch (field('intent')) {
    case 'suspend':
      return commandResult(
        form,
        await api.command('suspend-account', { user_id: id, reason }, key),
        'The account is suspended. They have been told by mail.',
      )
    case 'reinstate':
      return commandResult(
        form,
        await api.command('reinstate-account', { user_id: id, reason }, key),
        'The account is open again. They have been told by mail.',
      )
    case 'contact':
      return revealContact(api, id, form)
    default:
      return handlePersonForm(api, form)
  }
}

/** Missing in the results of the other forms. */
export interface RevealedContact extends FormResult {
  contact?: { phone: string | null; email: string | null }
}

/** The contact is in the response of this form only, so that reloading the page hides it. */
async function revealContact(api: Api, id: string, form: SubmittedForm) {
  const done = await api.command('reveal-contact', { user_id: id, reason: form.field('reason') })
  if (!done.ok) return rejectCommand(form, done)
  return data<RevealedContact>({ ok: true, text: '', errors: {}, values: {}, contact: done.value })
}
