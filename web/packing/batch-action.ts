import type { Api } from '#api/api.ts'
import { commandResult, type SubmittedForm } from '#web/forms/form.ts'
import { plural } from '#web/ui/format.ts'
import { enterShortfall, handleShortfallForm, isShortfallForm } from './shortfalls/enter-shortfall.ts'

interface BatchFormInput {
  form: SubmittedForm
  userId: string | null
}

/** Dispatches a form of a batch's page by its intent. */
export async function handleBatchForm(api: Api, { form, userId }: BatchFormInput) {
  const { field } = form
  if (isShortfallForm(form)) return handleShortfallForm(api, form)
  switch (field('intent')) {
    case 'ready': {
      const batch = { group_buy_id: field('group_buy_id') || null, order_id: field('order_id') || null }
      const done = await api.command('mark-ready', { ...batch, orders: Number(field('orders')) })
      return commandResult(form, done, ({ ready_orders: ready, waiting_orders: waiting }) => {
        const rest = waiting > 0 ? ` ${plural(waiting, 'order waits', 'orders wait')} for another place.` : ''
        return `${plural(ready, 'order is', 'orders are')} ready. The buyers have been notified.${rest}`
      })
    }
    case 'missing':
      return enterShortfall(api, { form, userId })
    default: {
      const packed = field('intent') === 'pack'
      const packing = { order_id: field('order_id'), line_id: field('line_id') || null, packed }
      const done = await api.command('pack-order', packing)
      return commandResult(form, done, packed ? 'Marked as packed.' : 'The mark is removed.')
    }
  }
}
