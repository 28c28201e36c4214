import type { Api } from '#api/api.ts'
import { checkFields, text } from '#domain/forms/validation.ts'
import { reject, type SubmittedForm, succeed } from '#web/forms/form.ts'
import { writeOutcome } from '#web/forms/outcome.tsx'
import { addTemplate, deleteTemplate, renameTemplate } from './queries.ts'

const checkName = (form: SubmittedForm) => checkFields(form.values, { name: text({ label: 'Name', max: 60 }) })

/** Names a buy as a template. */
export async function saveTemplate(api: Api, form: SubmittedForm, buyId: string) {
  const checked = checkName(form)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const template = { id: form.field('template_id'), group_buy_id: buyId, name: checked.value.name }
  const done = `Saved as the template "${checked.value.name}". It is under Group buys, Templates.`
  const outcome = writeOutcome(await addTemplate(api, template), { done, failed: 'The template could not be saved.' })
  return outcome.ok ? succeed(outcome.text) : reject(form, outcome)
}

/** Renames or deletes a template of the list. */
export async function changeTemplate(api: Api, form: SubmittedForm) {
  const id = form.field('id')
  if (form.field('intent') === 'delete') {
    const outcome = writeOutcome(await deleteTemplate(api, id), {
      done: `The template "${form.field('name')}" is deleted. The group buy it named stays.`,
      failed: 'The template could not be deleted.',
    })
    return outcome.ok ? succeed(outcome.text) : reject(form, outcome)
  }
  const checked = checkName(form)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const outcome = writeOutcome(await renameTemplate(api, { id, name: checked.value.name }), {
    done: `It is called "${checked.value.name}" now.`,
    failed: 'The template could not be renamed.',
  })
  return outcome.ok ? succeed(outcome.text) : reject(form, outcome)
}
