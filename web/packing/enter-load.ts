import type { Api } from '#api/api.ts'
import { decimalText } from '#domain/packing/weights.ts'
import type { ActionOutcome } from '#web/desk/outcome.tsx'
import type { Delivery } from './delivery-queries.ts'
import { deletePicture, storePicture } from './pictures.ts'

interface LoadResult {
  form: FormData
  userId: string | null
  delivery: Delivery
}

/** Handles `LoadForm`. After a rejection the typed values are retained. */
export async function enterLoad(
  api: Api,
  { form, userId, delivery }: LoadResult,
): Promise<ActionOutcome & { typed: Record<string, string> }> {
  const field = (name: string) => String(form.get(name) ?? '')
  const typed = Object.fromEntries(['units', 'kilograms', 'shelf', 'note'].map((name) => [name, field(name)]))
  const stored = await storePicture(api, { form, userId })
  if ('error' in stored) return { ok: false, text: stored.error, typed }
  const done = await api.command(
    'weigh-in',
    {
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
    },
    field('key') || undefined,
  )
  if (!done.ok) {
    await deletePicture(api, stored.photo)
    return { ok: false, text: done.refusal.message, typed }
  }
  const missing = done.value.missing_thousandths
  const text =
    missing === 0
      ? 'Entered. Nothing is missing.'
      : `Entered. ${decimalText(missing)} ${delivery.unit} missing: if the rest does not come, give the money back below.`
  return { ok: true, text, typed: {} }
}
