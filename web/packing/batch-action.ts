import type { Api } from '#api/api.ts'
import { plural } from '#web/ui/format.ts'
import { enterShortfall, handleShortfallForm, isShortfallForm, type ShortfallResult } from './enter-shortfall.ts'

interface BatchFormInput {
  form: FormData
  userId: string | null
}

/** Dispatches a form of a batch's page by its intent. */
export async function handleBatchForm(api: Api, { form, userId }: BatchFormInput): Promise<ShortfallResult> {
  const field = (name: string) => String(form.get(name) ?? '')
  if (isShortfallForm(form)) return handleShortfallForm(api, form)
  switch (field('intent')) {
    case 'ready': {
      const input = { group_buy_id: field('group_buy_id') || null, order_id: field('order_id') || null }
      const done = await api.command('mark-ready', { ...input, orders: Number(field('orders')) })
      if (!done.ok) return { typed: {}, ok: false, text: done.refusal.message }
      return {
        typed: {},
        ok: true,
        text: `${plural(done.value.ready_orders, 'order is', 'orders are')} ready. The buyers have been notified.${
          done.value.waiting_orders > 0
            ? ` ${plural(done.value.waiting_orders, 'order waits', 'orders wait')} for another place.`
            : ''
        }`,
      }
    }
    case 'missing':
      return enterShortfall(api, { form, userId })
    default: {
      const packed = field('intent') === 'pack'
      const input = { order_id: field('order_id'), line_id: field('line_id') || null, packed }
      const done = await api.command('pack-order', input)
      if (!done.ok) return { typed: {}, ok: false, text: done.refusal.message }
      return { typed: {}, ok: true, text: packed ? 'Marked as packed.' : 'The mark is removed.' }
    }
  }
}
