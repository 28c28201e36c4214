import type { Api } from '#api/api.ts'
import { decimalText } from '#domain/packing/weight-text.ts'
import { reject, rejectCommand, type SubmittedForm, succeed } from '#web/forms/form.ts'
import { storePicture } from '../shortfalls/pictures.ts'
import type { Delivery } from './delivery-queries.ts'

interface LoadInput {
  form: SubmittedForm
  userId: string | null
  delivery: Delivery
}

/** Handles `LoadForm`. */
export async function enterLoad(api: Api, { form, userId, delivery }: LoadInput) {
  const { field } = form
  const stored = await storePicture(api, { form: form.data, userId })
  if ('error' in stored) return reject(form, { text: stored.error })
  const load = {
    pickup_point_id: delivery.pickup_point_id,
    product_id: delivery.product_id,
    part: Number(field('part')),
    group_buy_id: delivery.group_buy_id,
    order_id: delivery.order_id,
    units: Number(field('units')),
    kilograms: field('kilograms') || null,
    photo: stored.photo,
    shelf: field('shelf'),
    note: field('note'),
  }
  const done = await api.command('weigh-in', load, form.key)
  if (!done.ok) {
    await stored.removeFiles()
    return rejectCommand(form, done)
  }
  const missing = done.value.missing_thousandths
  return succeed(
    missing === 0
      ? 'Entered. Nothing is missing.'
      : `Entered. ${decimalText(missing)} ${delivery.unit} missing: if the rest does not come, give the money back below.`,
  )
}

/** Handles the form that corrects a load. */
export async function correctLoad(api: Api, { form, userId }: Pick<LoadInput, 'form' | 'userId'>) {
  const { field } = form
  const stored = await storePicture(api, { form: form.data, userId })
  if ('error' in stored) return reject(form, { text: stored.error })
  const correction = {
    weigh_in_id: field('weigh_in_id'),
    corrections: Number(field('corrections')),
    units: field('units') === '' ? -1 : Number(field('units')),
    kilograms: field('kilograms') || null,
    reason: field('reason'),
    photo: stored.photo,
  }
  const done = await api.command('correct-load', correction, form.key)
  if (!done.ok) {
    await stored.removeFiles()
    return rejectCommand(form, done)
  }
  return succeed('Corrected. The former count stays on the list.')
}
