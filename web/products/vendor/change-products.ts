import type { Api } from '#api/api.ts'
import { moment } from '#domain/forms/times.ts'
import { naira, wholeNumber } from '#domain/forms/validation.ts'
import { pauseText, tomorrow } from '#domain/products/pauses.ts'
import { MAX_PRICE_KOBO, MAX_UNITS } from '#domain/products/product-draft.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { confirmSteepPrice } from '#web/desk/shop/steep-price-field.tsx'
import { commandResult, reject, rejectCommand, type SubmittedForm, succeed } from '#web/forms/form.ts'
import { plural } from '#web/ui/format.ts'

/** The acts of the vendor's list: one row's stock and price, or all ticked rows. */
export function changeProducts(api: Api, form: SubmittedForm, now: Date) {
  if (form.field('intent') === 'save') return saveStock(api, form)
  const product_ids = form.data.getAll('product_id').map(String)
  // Ticked boxes come back empty: the rows that they belonged to have changed.
  const input = { values: {} }
  if (product_ids.length === 0) return reject(input, { text: 'Tick the products in the list first.' })
  return changeTicked(api, { intent: form.field('intent'), product_ids, now })
}

async function changeTicked(
  api: Api,
  { intent, product_ids, now }: { intent: string; product_ids: string[]; now: Date },
) {
  const input = { values: {} }
  const them = plural(product_ids.length, 'product')
  const are = product_ids.length === 1 ? 'is' : 'are'
  switch (intent) {
    case 'empty':
      return commandResult(
        input,
        await api.command('set-out-of-stock', { product_ids }),
        `${them} ${are} out of stock.`,
      )
    case 'archive':
      return commandResult(
        input,
        await api.command('archive-products', { product_ids }),
        `${them} ${are} archived. You find ${product_ids.length === 1 ? 'it' : 'them'} under Archived.`,
      )
    case 'pause': {
      const until = tomorrow(now)
      const done = await api.command('pause-products', { product_ids, until: until.toISOString() })
      return commandResult(input, done, `${them} ${are} paused. ${formatInEnglish(pauseText(until))}.`)
    }
    case 'resume': {
      const done = await api.command('pause-products', { product_ids, until: null })
      return commandResult(input, done, `${them} ${are} for sale again.`)
    }
    default:
      return reject(input, { text: 'Choose what to do with the products.' })
  }
}

/** The pause of one product, from its own page. */
export async function changePause(api: Api, id: string, form: SubmittedForm) {
  const isPause = form.field('intent') === 'pause'
  const until = isPause ? moment({ label: 'The time' })(form.field('until')) : { value: null }
  if ('error' in until) return reject(form, { errors: { until: until.error } })
  const done = await api.command('pause-products', { product_ids: [id], until: until.value })
  if (!done.ok) return rejectCommand(form, done)
  return succeed(
    until.value === null
      ? 'The product is for sale again.'
      : `The product is paused. ${formatInEnglish(pauseText(new Date(until.value)))}.`,
  )
}

async function saveStock(api: Api, form: SubmittedForm) {
  const stock = wholeNumber({ label: 'Available quantity', min: 0, max: MAX_UNITS })(form.field('available_quantity'))
  const price = naira({ label: 'Price', maxKobo: MAX_PRICE_KOBO })(form.field('base_price'))
  if ('error' in stock || 'error' in price) {
    return reject(form, {
      errors: {
        ...('error' in stock && { available_quantity: stock.error }),
        ...('error' in price && { base_price: price.error }),
      },
    })
  }
  const seen_price = form.field('seen_price')
  const confirmation = confirmSteepPrice({
    from: seen_price || price.value,
    to: price.value,
    unit: form.field('unit'),
    typed: form.values.steep_price,
  })
  if (confirmation) return reject(form, { errors: confirmation })
  const done = await api.command('set-stock', {
    product_id: form.field('id'),
    available_quantity: stock.value,
    base_price: price.value,
    seen_quantity: Number(form.field('seen_quantity')),
    seen_price,
  })
  if (done.ok) return succeed(`${form.field('name')}: saved.`)
  // The row then shows what is stored, not what was typed on top of something else.
  const isStale = done.refusal.code === 'product_changed'
  return rejectCommand({ values: isStale ? {} : form.values }, done)
}
