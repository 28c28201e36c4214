import type { Api } from '#api/api.ts'
import { weightText } from '#domain/packing/weight-text.ts'
import { commandResult, reject, rejectCommand, type SubmittedForm, succeed } from '#web/forms/form.ts'
import { kobo } from '#web/ui/format.ts'
import { storePicture } from '../shortfalls/pictures.ts'

interface WeightInput {
  form: SubmittedForm
  userId: string | null
  lineId: string
}

/** Handles the form of a line's weight. */
export async function enterWeight(api: Api, { form, userId, lineId }: WeightInput) {
  const { field } = form
  const stored = await storePicture(api, { form: form.data, userId })
  if ('error' in stored) return reject(form, { text: stored.error })
  const weight = {
    line_id: lineId,
    kilograms: field('kilograms'),
    photo: stored.photo ?? '',
    weighed_before: Number(field('weighed_before')),
  }
  const done = await api.command('weigh-order', weight, form.key)
  if (!done.ok) {
    await stored.removeFiles()
    return rejectCommand(form, done)
  }
  const { grams, goods_kobo: goods, waits } = done.value
  const found = `${weightText(grams)} entered.`
  if (goods === 0) return succeed(`${found} Nothing comes back.`)
  return succeed(
    waits
      ? `${found} It is so low that the shop or a manager answers first. Hand the goods over after that.`
      : `${found} The buyer gets ${kobo(goods)} and the fee on it back now.`,
  )
}

/** Takes a weight back that waits for an answer. */
export async function takeBackWeight(api: Api, form: SubmittedForm) {
  const done = await api.command('withdraw-shortfall', { shortfall_id: form.field('shortfall_id') })
  return commandResult(form, done, 'Taken back. Weigh the goods again.')
}
